import { beforeEach, describe, expect, test } from 'vitest'
import { exportMe } from '#shared/api/export-me.ts'
import { exportPeople } from '#shared/api/export-people.ts'
import { getMe } from '#shared/api/get-me.ts'
import { listChats } from '#shared/api/list-chats.ts'
import { listMadeRequests } from '#shared/api/list-made-requests.ts'
import { listPeople } from '#shared/api/list-people.ts'
import { sendPeople } from '#shared/api/send-people.ts'
import { updateRequest } from '#shared/api/update-request.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import {
  answer,
  ask,
  getBody,
  enterGroup,
  HARBOUR,
  hostRequest,
  HOUR_S,
  look,
  made,
  MARINA,
  getProblem,
  send,
  getUserId,
} from '../requesting-harness.ts'
import { ADA, ILYA, NEGAR } from '#tests/support/people.ts'

const DAY_S = 24 * HOUR_S
const UNKNOWN_CODE = `r1_${'u'.repeat(22)}`

/** Negar is of ADMIN_IDS. */
let server: TestServer
let ada: string
let ilya: string
let negar: string
/** Of the group that Ada runs. */
let chatId: string

beforeEach(() => start())

async function start(options: Parameters<typeof openTestServer>[0] = {}) {
  server = await openTestServer({ adminIds: new Set([String(NEGAR.id)]), ...options })
  ada = await server.signIn(ADA)
  ilya = await server.signIn(ILYA)
  negar = await server.signIn(NEGAR)
  chatId = (await enterGroup(server, { administrator: ADA })).id
}

const iso = (afterS = 0) => new Date(server.clock.now + afterS * 1_000).toISOString()

const getChats = async (token: string) =>
  getBody(await send(server, listChats, { token }), listChats)

const asks = async (token: string) =>
  (await getBody(await send(server, getMe, { token }), getMe)).asks

const listed = async (token: string) =>
  (await getBody(await send(server, listMadeRequests, { token }), listMadeRequests)).requests

const update = (token: string, id: string, body: unknown) =>
  send(server, updateRequest, { token, id, body })

const close = (token: string, id: string) => update(token, id, { state: 'closed' })

const people = async (token: string, id: string) =>
  (await getBody(await send(server, listPeople, { token, id }), listPeople)).people

describe('chats in which a member can make requests', () => {
  test('a member who runs no chat can make a request nowhere', async () => {
    expect(await getChats(ilya)).toEqual({ anywhere: false, chats: [] })
    expect(await asks(ilya)).toBe(false)
  })

  test('members of ADMIN_IDS can make requests anywhere', async () => {
    expect(await getChats(negar)).toEqual({ anywhere: true, chats: [] })
    expect(await asks(negar)).toBe(true)
  })

  test('a member can make requests in a chat that they run and in which they used the bot', async () => {
    expect(await getChats(ada)).toEqual({
      anywhere: false,
      chats: [{ id: chatId, title: 'Harbour club' }],
    })
    expect(await asks(ada)).toBe(true)
    expect(await asks(ilya)).toBe(false)
  })

  test('a former administrator cannot make requests in a chat, which is forgotten', async () => {
    server.telegram.demote(HARBOUR.id, ADA.id)
    expect((await getChats(ada)).chats).toEqual([])
    expect(await asks(ada)).toBe(false)
  })

  test('a chat is still shown while Telegram does not answer', async () => {
    server.telegram.goAway()
    expect((await getChats(ada)).chats).toHaveLength(1)
  })

  test('a member cannot make requests in a chat that the bot has left', async () => {
    await server.store.leaveChat(HARBOUR.id, server.clock.now)
    expect((await getChats(ada)).chats).toEqual([])
  })
})

describe('the call that makes a request', () => {
  test('makes a request for a chat under its title, with a message that the bot is to write', async () => {
    const request = await made(server, ada, { chatId, membersOnly: true })
    expect(request.code).toMatch(/^r1_[\w-]{22}$/)
    expect(request).toEqual({
      code: request.code,
      url: `https://t.me/clasp_test_bot?startapp=${request.code}`,
      families: ['ton'],
      state: 'open',
      chat: { title: 'Harbour club' },
      membersOnly: true,
      answered: 0,
      message: 'waiting',
      createdAt: iso(),
      expiresAt: iso(HOUR_S),
    })
    expect(await listed(ada)).toEqual([request])
    expect(server.events.count).toBe(1)
    const { now } = server.clock
    expect(await server.store.leasePosts(now, now + 60_000, 10)).toMatchObject([
      {
        request: { code: request.code },
        language: 'en',
        location: { kind: 'unsent', chat: { telegramId: HARBOUR.id }, threadId: null },
      },
    ])
  })

  test('makes a request for a chat under the title that it has by now', async () => {
    server.telegram.rename(HARBOUR.id, 'Harbour & Sons')
    expect((await made(server, ada, { chatId })).chat).toEqual({ title: 'Harbour & Sons' })
  })

  test('members of ADMIN_IDS make a request for no chat, to be sent by hand, without a message', async () => {
    const request = await made(server, negar)
    expect(request).toMatchObject({ chat: null, membersOnly: false, message: 'none' })
    const { now } = server.clock
    expect(await server.store.leasePosts(now, now + 60_000, 10)).toEqual([])
  })

  test('everybody who opens a request sees it under the names that Telegram has', async () => {
    const { code } = await made(server, ada, { chatId, membersOnly: true })
    expect(await look(server, ilya, code)).toEqual({
      code,
      families: ['ton'],
      state: 'open',
      requester: { kind: 'member', person: { firstName: 'Ada', username: 'ada' } },
      chat: { title: 'Harbour club' },
      membersOnly: true,
      byAnybody: false,
      expiresAt: iso(HOUR_S),
      answer: null,
      made: null,
    })
  })

  test('attack: somebody asks in a group of their own, whose title and whose maker’s name are text of their own', async () => {
    const group = {
      ...HARBOUR,
      title: 'Verify at\n https://clasp.example, @clasp”.'.padEnd(99, '!'),
    }
    await enterGroup(server, { group, administrator: ADA })
    const eve = await server.signIn({ ...ADA, first_name: 'Clasp (@support) t.me/x' })
    const { code } = await made(server, eve, { chatId })
    const shown = await look(server, ilya, code)
    const title = `Verify at https:\u2060/\u2060/\u2060clasp.\u2060example, clasp’.\u2060${'!'.repeat(23)}…`
    const firstName = 'Clasp ( support) t.\u2060me/\u2060x'
    expect(shown).toMatchObject({
      requester: { person: { firstName, username: 'ada' } },
      chat: { title },
      byAnybody: true,
    })
    expect((await getChats(eve)).chats).toEqual([{ id: chatId, title }])
  })

  test.each([
    { setting: 'known', chatsPolicy: 'known' as const },
    { setting: 'a list', chatsPolicy: new Set([MARINA.id]) },
  ])(
    'with CHATS as $setting, another group gets no request, and is not offered',
    async ({ chatsPolicy }) => {
      await start({ chatsPolicy })
      expect(await getProblem(await ask(server, ada, { chatId }))).toBe('request-not-allowed')
      expect((await getChats(ada)).chats).toEqual([])
      const { code } = await made(server, negar, { chatId })
      expect(await look(server, ilya, code)).toMatchObject({ byAnybody: false })
    },
  )

  test('the maker sees a request in the same way, and as its maker', async () => {
    const request = await made(server, negar)
    expect(await look(server, negar, request.code)).toMatchObject({
      requester: { kind: 'member' },
      made: request,
    })
  })

  test('makes a request of a member whom the bot may not write to', async () => {
    await server.store.setMayMessage(await getUserId(server, NEGAR), false)
    const { code } = await made(server, negar)
    await server.store.setMayMessage(await getUserId(server, ILYA), false)
    const { id: walletId } = await linkWallet(server, ilya)
    expect((await answer(server, ilya, { code, walletId })).status).toBe(200)
    expect(await people(negar, code)).toHaveLength(1)
  })

  test('the maker’s export holds the request', async () => {
    const request = await made(server, negar)
    const exported = await getBody(await send(server, exportMe, { token: negar }), exportMe)
    expect(exported.requests).toEqual([request])
  })
})

describe('the call that makes no request', () => {
  test('refuses a member who runs no chat', async () => {
    expect(await getProblem(await ask(server, ilya))).toBe('request-not-allowed')
    expect(await getProblem(await ask(server, ilya, { chatId }))).toBe('request-not-allowed')
    expect(await getProblem(await ask(server, ada))).toBe('request-not-allowed')
    expect(await listed(ilya)).toEqual([])
  })

  test('refuses a chat that the bot has left, or never was in', async () => {
    await server.store.leaveChat(HARBOUR.id, server.clock.now)
    expect(await getProblem(await ask(server, ada, { chatId }))).toBe('chat-gone')
    expect(await getProblem(await ask(server, negar, { chatId }))).toBe('chat-gone')
    const unknown = 'c'.repeat(22)
    expect(await getProblem(await ask(server, ada, { chatId: unknown }))).toBe('chat-gone')
  })

  test('refuses a chat from which the bot was removed without a notification', async () => {
    server.telegram.removeBot(HARBOUR.id)
    expect(await getProblem(await ask(server, ada, { chatId }))).toBe('chat-gone')
  })

  test('refuses a request while Telegram does not say who runs the chat, and loses nothing', async () => {
    server.telegram.goAway()
    const refused = await ask(server, ada, { chatId })
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await getProblem(refused)).toBe('membership-unknown')
    expect(await listed(ada)).toEqual([])
    server.telegram.comeBack()
    await made(server, ada, { chatId })
  })

  test('refuses a request for members only where Telegram does not show them to the bot', async () => {
    server.telegram.addGroup({ ...HARBOUR, administrators: [ADA.id], showsMembers: false })
    const refused = await ask(server, ada, { chatId, membersOnly: true })
    expect(await getProblem(refused)).toBe('membership-unknown')
    expect((await made(server, ada, { chatId })).membersOnly).toBe(false)
  })

  test('refuses a request for wallets that are not offered', async () => {
    expect(await getProblem(await ask(server, negar, { families: ['ton', 'evm'] }))).toBe('evm-off')
  })

  test.each([
    ['members only of no chat', { membersOnly: true }],
    ['no family', { families: [] }],
    ['a family twice', { families: ['ton', 'ton'] }],
    ['too little time', { expiresIn: 59 }],
    ['too much time', { expiresIn: 90 * DAY_S + 1 }],
    ['half a second', { expiresIn: 60.5 }],
    ['an endless time', { expiresIn: null }],
    ['Telegram’s id of a chat', { chatId: HARBOUR.id }],
    ['an id that is junk', { chatId: 'x' }],
    ['a number of answers, which is for the owner’s code', { maxAnswers: 1 }],
  ])('refuses a request with %s', async (_, body) => {
    const usual = { families: ['ton'], expiresIn: HOUR_S, chatId: null, membersOnly: false }
    const response = await server.call('POST', '/api/requests', {
      token: negar,
      body: { ...usual, ...body },
    })
    expect(await getProblem(response)).toBe('bad-request')
  })

  test('refuses more than five requests in a burst and ten an hour, without counting refused ones', async () => {
    for (let count = 0; count < 20; count += 1)
      expect(await getProblem(await ask(server, negar, { families: ['evm'] }))).toBe('evm-off')
    for (let count = 0; count < 5; count += 1) await made(server, negar)
    const refused = await ask(server, negar)
    expect(refused.headers.get('retry-after')).toBe('360')
    expect(await getProblem(refused)).toBe('rate-limited')
    server.clock.now += 360_000
    await made(server, negar)
    expect(await getProblem(await ask(server, negar))).toBe('rate-limited')
  })

  test('attack: deleting everything and coming back gives a member no higher rate', async () => {
    for (let count = 0; count < 5; count += 1) await made(server, negar)
    await server.call('DELETE', '/api/me', { token: negar })
    const again = await server.signIn(NEGAR)
    expect(await getProblem(await ask(server, again))).toBe('rate-limited')
  })
})

describe('the maker of a request', () => {
  test('the maker closes a request for good, and its message will say so', async () => {
    const { code } = await made(server, negar)
    server.events.count = 0
    expect(await getBody(await close(negar, code), updateRequest)).toMatchObject({
      code,
      state: 'closed',
    })
    expect(server.events.count).toBe(1)
    expect((await look(server, ilya, code)).state).toBe('closed')
    expect((await close(negar, code)).status).toBe(200)
    expect(await getProblem(await update(negar, code, { expiresIn: 60 }))).toBe('request-closed')
    expect((await look(server, ilya, code)).state).toBe('closed')
  })

  test('the maker extends a request, counted from now, also when its time was over', async () => {
    const { code } = await made(server, negar)
    server.clock.now += 2 * HOUR_S * 1_000
    expect((await look(server, ilya, code)).state).toBe('expired')
    const extended = await getBody(await update(negar, code, { expiresIn: DAY_S }), updateRequest)
    expect(extended).toMatchObject({ state: 'open', expiresAt: iso(DAY_S) })
  })

  test.each([{}, { state: 'open' }, { state: 'closed', expiresIn: 60 }, { expiresIn: 1 }, '{'])(
    'the maker cannot change a request by %j',
    async (body) => {
      const { code } = await made(server, negar)
      expect(await getProblem(await update(negar, code, body))).toBe('bad-request')
    },
  )

  test('a maker who is no longer an administrator can close a request, and not extend it', async () => {
    const { code } = await made(server, ada, { chatId })
    server.telegram.demote(HARBOUR.id, ADA.id)
    expect(await getProblem(await update(ada, code, { expiresIn: DAY_S }))).toBe(
      'request-not-allowed',
    )
    expect(await getBody(await close(ada, code), updateRequest)).toMatchObject({
      state: 'closed',
    })
  })

  test('the maker cannot extend a request while Telegram does not say who runs the chat', async () => {
    const { code } = await made(server, ada, { chatId })
    server.telegram.goAway()
    const refused = await update(ada, code, { expiresIn: DAY_S })
    expect(await getProblem(refused)).toBe('membership-unknown')
    expect((await look(server, ada, code)).expiresAt).toBe(iso(HOUR_S))
  })
})

describe('the list of answers', () => {
  test('the maker sees each member as Telegram names them, with what was proven', async () => {
    const { code } = await made(server, negar)
    const { id, family, network, address, kind, level, binding, keySource, verifiedAt } =
      await linkWallet(server, ilya)
    await server.store.setLabel(id, await getUserId(server, ILYA), 'Secret savings')
    await answer(server, ilya, { code, walletId: id })
    const response = await send(server, listPeople, { token: negar, id: code })
    expect(await response.json()).toEqual({
      people: [
        {
          person: { firstName: 'Ilya', username: 'ilya' },
          wallet: {
            family,
            network,
            address,
            kind,
            level,
            binding,
            keySource,
            verifiedAt,
            staleAt: null,
            multisig: null,
          },
          answeredAt: iso(),
          withdrawnAt: null,
        },
      ],
    })
    expect(await listed(negar)).toMatchObject([{ answered: 1 }])
  })

  test('the maker exports the answers as a table', async () => {
    const { code } = await made(server, negar)
    const { id: walletId } = await linkWallet(server, ilya)
    await answer(server, ilya, { code, walletId })
    const { fileName, csv } = await getBody(
      await send(server, exportPeople, { token: negar, id: code }),
      exportPeople,
    )
    expect(fileName).toBe('clasp-2026-11-20.csv')
    expect(csv.split('\r\n')).toEqual([
      expect.stringContaining('answered,withdrawn,'),
      expect.stringMatching(
        /^2026-11-20T12:00:00\.000Z,,ton,mainnet,UQ[\w-]{46},key,domain,Ilya,ilya,,\d+$/,
      ),
      '',
    ])
  })

  test('the bot sends the maker the same table as a file, and nobody else', async () => {
    const { code } = await made(server, negar)
    expect((await send(server, sendPeople, { token: negar, id: code })).status).toBe(204)
    const shown = await getBody(
      await send(server, exportPeople, { token: negar, id: code }),
      exportPeople,
    )
    expect(server.files.others).toMatchObject([{ kind: 'people', ...shown }])
    expect((await send(server, sendPeople, { token: ilya, id: code })).status).toBe(404)
    expect(server.files.others).toHaveLength(1)
  })

  test('the maker exports a table ten times in a burst at most', async () => {
    const { code } = await made(server, negar)
    const take = () => send(server, exportPeople, { token: negar, id: code })
    for (let count = 0; count < 10; count += 1) expect((await take()).status).toBe(200)
    const refused = await take()
    expect(refused.headers.get('retry-after')).toBe('10')
    expect(await getProblem(refused)).toBe('rate-limited')
  })
})

describe.each([
  ['listed', listPeople],
  ['exported', exportPeople],
  ['sent as a file', sendPeople],
])('attack: answers, %s', (_, endpoint) => {
  const read = (code: string) => send(server, endpoint, { token: ada, id: code })

  test.each([
    [
      'was demoted in its chat',
      'request-not-allowed',
      () => server.telegram.demote(HARBOUR.id, ADA.id),
    ],
    [
      'asked in a chat that the bot has left',
      'chat-gone',
      () => server.store.leaveChat(HARBOUR.id, server.clock.now),
    ],
    ['is unknown to a Telegram that is away', 'membership-unknown', () => server.telegram.goAway()],
  ] as const)('are not for a maker who %s', async (_maker, problem, change) => {
    const { code } = await made(server, ada, { chatId })
    const { id: walletId } = await linkWallet(server, ilya)
    await answer(server, ilya, { code, walletId })
    expect((await read(code)).ok).toBe(true)
    await change()
    server.clock.now += 60_000
    expect(await getProblem(await read(code))).toBe(problem)
    expect(server.files.others.length).toBe(endpoint === sendPeople ? 1 : 0)
    expect(await look(server, ada, code)).toMatchObject({ made: { answered: 1 } })
  })

  test('are not for a maker whom the operator took out of ADMIN_IDS', async () => {
    const adminIds = new Set([String(ADA.id)])
    await start({ adminIds })
    const { code } = await made(server, ada)
    expect((await read(code)).ok).toBe(true)
    adminIds.clear()
    expect(await getProblem(await read(code))).toBe('request-not-allowed')
  })
})

describe('attack: a stranger', () => {
  test.each(['of another member', 'of the owner’s code', 'that nobody made'])(
    'neither sees nor changes a request %s',
    async (whose) => {
      const codes: Record<string, () => Promise<string>> = {
        'of another member': async () => (await made(server, negar)).code,
        'of the owner’s code': () => hostRequest(server),
      }
      const code = (await codes[whose]?.()) ?? UNKNOWN_CODE
      for (const endpoint of [listPeople, exportPeople])
        expect(await getProblem(await send(server, endpoint, { token: ilya, id: code }))).toBe(
          'not-found',
        )
      expect(await getProblem(await close(ilya, code))).toBe('not-found')
      expect(await getProblem(await update(ilya, code, { expiresIn: 60 }))).toBe('not-found')
      expect(await listed(ilya)).toEqual([])
      if (code !== UNKNOWN_CODE)
        expect(await look(server, ilya, code)).toMatchObject({ state: 'open', made: null })
    },
  )

  test('hears nothing of who else answered a request that they may answer', async () => {
    const { code } = await made(server, negar)
    const { id: walletId, address } = await linkWallet(server, ada)
    await answer(server, ada, { code, walletId })
    const response = await server.call('GET', `/api/requests/${code}`, { token: ilya })
    const text = await response.text()
    expect(text).not.toContain('Ada')
    expect(text).not.toContain(address)
    expect(text).not.toContain('answered')
  })
})
