import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { plainName } from '#shared/plain-name.ts'
import { takeStart } from '#shared/api/take-start.ts'
import { START_TTL_MS } from '#shared/limits.ts'
import { ProblemSchema } from '#shared/problem.ts'
import { signInitData } from '#tests/support/init-data.ts'
import { linkWallet } from '#tests/support/link-wallet.ts'
import { BOT_TOKEN, openTestServer, type TestServer } from '#tests/support/test-server.ts'
import {
  answer,
  ask,
  getBody,
  readCardCode,
  enterGroup,
  hostRequest,
  look,
  made,
  openCard,
  getProblem,
  send,
  getUserId,
  withdraw,
} from '../http/requesting-harness.ts'
import { ADA, ILYA, NEGAR, type TestAccount, ZEBULON } from '#tests/support/people.ts'

const CODE = `r1_${'k'.repeat(22)}`
const OTHER_CODE = `c1_${'k'.repeat(22)}`

let server: TestServer
beforeEach(async () => {
  server = await openTestServer({ adminIds: new Set([String(NEGAR.id)]) })
})

/** As the bot does when a member sends it `/start <code>`. */
async function submit(user: TestAccount, code: string): Promise<void> {
  await server.signIn(user)
  await server.store.keepStart({
    userId: await getUserId(server, user),
    code,
    expiresAt: server.clock.now + START_TTL_MS,
  })
}

const take = async (token: string) =>
  (await getBody(await send(server, takeStart, { token }), takeStart)).start

/** Tries unknown codes until one is refused; returns how many were only not found. */
async function guess(token: string, path = 'requests'): Promise<number> {
  for (let count = 0; count < 50; count += 1) {
    const kind = path === 'requests' ? 'r' : 'c'
    const code = `${kind}1_${String(count).padStart(22, 'g')}`
    const response = await server.call('GET', `/api/${path}/${code}`, { token })
    if (response.status === 429) return count
    expect(await getProblem(response)).toBe('not-found')
  }
  throw new Error('nobody was stopped')
}

describe('what opens the app', () => {
  test('the signed code opens the app', async () => {
    for (const code of [CODE, OTHER_CODE, `a1_${'k'.repeat(22)}`, `m1_${'k'.repeat(22)}`])
      expect((await server.open(ADA, code)).start).toBe(code)
  })

  test('the code that the member brought to the bot’s chat opens the app without a signed one, once', async () => {
    await submit(ADA, CODE)
    expect((await server.open(ADA)).start).toBe(CODE)
    expect((await server.open(ADA)).start).toBeNull()
  })

  test('the code that was brought opens the app, also when it is brought while the app is open', async () => {
    const token = await server.signIn(ADA)
    expect(await take(token)).toBeNull()
    await submit(ILYA, OTHER_CODE)
    const userId = await getUserId(server, ADA)
    const expiresAt = server.clock.now + START_TTL_MS
    await server.store.keepStart({ userId, code: CODE, expiresAt })
    expect(await take(token)).toBe(CODE)
    expect(await take(token)).toBeNull()
  })

  test('the signed code opens the app before the one that was brought, which then still waits', async () => {
    await submit(ADA, CODE)
    const { start, token } = await server.open(ADA, OTHER_CODE)
    expect(start).toBe(OTHER_CODE)
    expect(await take(token)).toBe(CODE)
  })

  test('the brought code opens one of two apps that open at the same time', async () => {
    await submit(ADA, CODE)
    const opened = await Promise.all([server.open(ADA), server.open(ADA), server.open(ADA)])
    expect(opened.map(({ start }) => start).filter((start) => start !== null)).toEqual([CODE])
  })

  test('a code brought more than ten minutes ago opens nothing', async () => {
    await submit(ADA, CODE)
    server.clock.now += START_TTL_MS
    expect((await server.open(ADA)).start).toBeNull()
  })

  test.each([
    ['no code', 'hello'],
    ['of a newer version', `r2_${'k'.repeat(22)}`],
    ['of a kind that is not known', `z1_${'k'.repeat(22)}`],
    ['in upper case', `R1_${'k'.repeat(22)}`],
    ['with trailing junk', `${CODE}x`],
    ['cut off', CODE.slice(0, -1)],
    ['512 characters long', 'r1_'.padEnd(512, 'k')],
    ['513 characters long', 'r1_'.padEnd(513, 'k')],
    ['a path', '../admin'],
    ['in another alphabet', 'ключ'],
  ])(
    'a signed start_param that is %s never opens the app, and keeps nobody out',
    async (_, startParam) => {
      const { start, token } = await server.open(ADA, startParam)
      expect(start).toBeNull()
      expect((await server.call('GET', '/api/me', { token })).status).toBe(200)
    },
  )
})

describe('attack', () => {
  test('a start_param in the URL, which Telegram did not sign, counts for nothing', async () => {
    const initData = signInitData({
      botToken: BOT_TOKEN,
      user: ADA,
      authDate: Math.floor(server.clock.now / 1_000),
    })
    const response = await server.app.request(
      `/api/session?tgWebAppStartParam=${CODE}&start_param=${CODE}`,
      { method: 'POST', headers: { authorization: `tma ${initData}` } },
    )
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({ start: null })
  })

  test('the replayed start_param of another user opens no session, and nothing of theirs', async () => {
    const fields = new URLSearchParams(
      signInitData({
        botToken: BOT_TOKEN,
        user: ADA,
        authDate: Math.floor(server.clock.now / 1_000),
        startParam: CODE,
      }),
    )
    fields.set('user', JSON.stringify(ILYA))
    const response = await server.app.request('/api/session', {
      method: 'POST',
      headers: { authorization: `tma ${fields.toString()}` },
    })
    const { code } = v.parse(ProblemSchema, await response.json())
    expect(code).toBe('init-data-invalid')
  })

  test('the code of another user’s attempt leads to nothing', async () => {
    const ada = await server.signIn(ADA)
    const { id } = await server.newAttempt(ada)
    const { start, token: ilya } = await server.open(ILYA, `a1_${id}`)
    expect(start).toBe(`a1_${id}`)
    for (const method of ['GET', 'DELETE'])
      expect(
        await getProblem(await server.call(method, `/api/attempts/${id}`, { token: ilya })),
      ).toBe('not-found')
  })

  test('the code that another user brought is not given to anybody else', async () => {
    await submit(ADA, CODE)
    const { start, token } = await server.open(ILYA)
    expect(start).toBeNull()
    expect(await take(token)).toBeNull()
    expect((await server.open(ADA)).start).toBe(CODE)
  })

  test('a forged sender: no request says a name, a chat or a text that its maker gives', async () => {
    const negar = await server.signIn(NEGAR)
    const usual = { families: ['ton'], expiresIn: 60, chatId: null, membersOnly: false }
    for (const extra of [
      { requester: { kind: 'operator' } },
      { requester: { kind: 'member', person: { firstName: 'Telegram', username: 'telegram' } } },
      { firstName: 'Telegram' },
      { chat: { title: 'Telegram News' } },
      { title: 'Free money' },
      { text: 'Free money' },
      { message: 'Free money' },
      { code: CODE },
      { userId: await getUserId(server, NEGAR) },
    ]) {
      const body = { ...usual, ...extra }
      expect(
        await getProblem(await server.call('POST', '/api/requests', { token: negar, body })),
      ).toBe('bad-request')
    }
  })

  test('a forged sender: a name that a member gives themselves in Telegram stays a name', async () => {
    const firstName = '<b>Owner</b> of "Clasp" \u202E'
    const negar = await server.signIn({ ...NEGAR, first_name: firstName })
    const { code } = await made(server, negar)
    const ilya = await server.signIn(ILYA)
    expect((await look(server, ilya, code)).requester).toEqual({
      kind: 'member',
      person: { firstName: plainName(firstName), username: 'negar' },
    })
  })

  test('a forged address: an answer names a wallet of the member’s, and nothing else', async () => {
    const ada = await server.signIn(ADA)
    const code = await hostRequest(server)
    const { id: walletId } = await linkWallet(server, ada)
    for (const extra of [
      { address: `0:${'e'.repeat(64)}` },
      { level: 'quorum' },
      { userId: 'x' },
    ]) {
      const body = { walletId, ...extra }
      const path = `/api/requests/${code}/answer`
      expect(await getProblem(await server.call('POST', path, { token: ada, body }))).toBe(
        'bad-request',
      )
    }
    const ilya = await server.signIn(ILYA)
    expect(await getProblem(await answer(server, ilya, { code, walletId }))).toBe('not-found')
  })

  test('the last place of a request is taken by one of two who answer at once', async () => {
    const code = await hostRequest(server, { maxAnswers: 1 })
    const tokens = [await server.signIn(ADA), await server.signIn(ILYA)]
    const wallets: string[] = []
    for (const [index, token] of tokens.entries())
      wallets.push((await linkWallet(server, token, index + 1)).id)
    const replies = await Promise.all(
      tokens.map((token, index) => answer(server, token, { code, walletId: wallets[index] ?? '' })),
    )
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    const [late, ...more] = replies.filter(({ status }) => status !== 200)
    expect(late && (await getProblem(late))).toBe('request-full')
    expect(more).toEqual([])
    for (const token of tokens) expect((await look(server, token, code)).state).toBe('full')
  })

  test('a place that is given back can be taken, and one’s own answer changed when all are taken', async () => {
    const code = await hostRequest(server, { maxAnswers: 1 })
    const [ada, ilya] = [await server.signIn(ADA), await server.signIn(ILYA)]
    const first = await linkWallet(server, ada, 1)
    const second = await linkWallet(server, ada, 2)
    const ilyas = await linkWallet(server, ilya, 3)
    expect((await answer(server, ada, { code, walletId: first.id })).status).toBe(200)
    expect((await answer(server, ada, { code, walletId: second.id })).status).toBe(200)
    expect(await getProblem(await answer(server, ilya, { code, walletId: ilyas.id }))).toBe(
      'request-full',
    )
    await withdraw(server, ada, code)
    expect((await answer(server, ilya, { code, walletId: ilyas.id })).status).toBe(200)
  })
})

describe('attack: enumeration of codes', () => {
  test('a member who guesses codes is stopped after 20, and goes on no faster than one every ten seconds', async () => {
    const ilya = await server.signIn(ILYA)
    expect(await guess(ilya)).toBe(20)
    const refused = await server.call('GET', `/api/requests/${CODE}`, { token: ilya })
    expect(refused.headers.get('retry-after')).toBe('10')
    expect(await getProblem(refused)).toBe('rate-limited')
    server.clock.now += 10_000
    expect(await guess(ilya)).toBe(1)
  })

  test('a member who was stopped cannot tell by any call which codes exist', async () => {
    const ada = await server.signIn(ADA)
    const { id: walletId } = await linkWallet(server, ada)
    const [request, card] = [await hostRequest(server), await readCardCode(server, ada, walletId)]
    const ilya = await server.signIn(ILYA)
    await guess(ilya)
    for (const code of [request, CODE]) {
      expect(
        await getProblem(await server.call('GET', `/api/requests/${code}`, { token: ilya })),
      ).toBe('rate-limited')
      expect(await getProblem(await answer(server, ilya, { code, walletId }))).toBe('rate-limited')
      expect(await getProblem(await withdraw(server, ilya, code))).toBe('rate-limited')
    }
    for (const code of [card, OTHER_CODE])
      expect(await getProblem(await openCard(server, ilya, code))).toBe('rate-limited')
  })

  test('a member who was stopped cannot tell it by attempts to link a wallet either, whether they are made or not', async () => {
    const ada = await server.signIn(ADA)
    const chat = await enterGroup(server, { administrator: ADA })
    const { code } = await made(server, ada, { chatId: chat.id, membersOnly: true })
    const ilya = await server.signIn(ILYA)
    const attempt = (requestCode: string) =>
      server.call('POST', '/api/attempts', { token: ilya, body: { family: 'ton', requestCode } })
    expect(await getProblem(await attempt(code))).toBe('members-only')
    for (let count = 0; count < 20; count += 1)
      await attempt(`r1_${String(count).padStart(22, 'g')}`)
    for (const each of [code, CODE])
      expect(await getProblem(await attempt(each))).toBe('rate-limited')
    expect(await guess(ilya)).toBe(0)
  })

  test('guesses of requests and cards count together, for each account alone', async () => {
    const ilya = await server.signIn(ILYA)
    expect(await guess(ilya, 'cards')).toBe(20)
    expect(await guess(ilya, 'requests')).toBe(0)
    expect(await guess(await server.signIn(ADA))).toBe(20)
  })

  test('a member who deletes everything and comes back starts no new count', async () => {
    const ilya = await server.signIn(ILYA)
    await guess(ilya)
    await server.call('DELETE', '/api/me', { token: ilya })
    expect(await guess(await server.signIn(ILYA))).toBe(0)
  })

  test('a member who follows links is not stopped, however many they are', async () => {
    const code = await hostRequest(server)
    const ilya = await server.signIn(ILYA)
    for (let count = 0; count < 50; count += 1) {
      expect((await look(server, ilya, code)).state).toBe('open')
      server.clock.now += 100
    }
  })

  test.each<[string, (kind: string) => string]>([
    ['of a newer version', (kind) => `${kind}2_${'k'.repeat(22)}`],
    ['of an upper-case kind', (kind) => `${kind.toUpperCase()}1_${'k'.repeat(22)}`],
    ['of another kind', () => `a1_${'k'.repeat(22)}`],
    ['with trailing junk', (kind) => `${kind}1_${'k'.repeat(22)}!`],
    ['with a line feed at its end', (kind) => `${kind}1_${'k'.repeat(22)}%0A`],
    ['with a null character', (kind) => `${kind}1_${'k'.repeat(21)}%00`],
    ['513 characters long', (kind) => `${kind}1_`.padEnd(513, 'k')],
  ])('a code that is %s is not found, whatever is done with it', async (_, getCode) => {
    const token = await server.signIn(NEGAR)
    const [request, card] = [getCode('r'), getCode('c')]
    const calls: [string, string, unknown?][] = [
      ['GET', `/api/requests/${request}`],
      ['PATCH', `/api/requests/${request}`, { state: 'closed' }],
      ['GET', `/api/requests/${request}/people`],
      ['GET', `/api/requests/${request}/export`],
      ['POST', `/api/requests/${request}/answer`, { walletId: 'w'.repeat(22) }],
      ['DELETE', `/api/requests/${request}/answer`],
      ['GET', `/api/cards/${card}`],
      ['DELETE', `/api/cards/${card}`],
    ]
    for (const [method, path, body] of calls)
      expect(await getProblem(await server.call(method, path, { token, body }))).toBe('not-found')
  })

  test('nothing of a member, nor a code, reaches the log', async () => {
    const negar = await server.signIn(NEGAR)
    const { code } = await made(server, negar)
    const ada = await server.signIn(ZEBULON)
    const { id: walletId, address } = await linkWallet(server, ada)
    const card = await readCardCode(server, ada, walletId)
    await answer(server, ada, { code, walletId })
    await openCard(server, negar, card)
    await server.call('GET', `/api/requests/${code}/people`, { token: negar })
    await server.call('GET', `/api/requests/${code}/export`, { token: negar })
    await ask(server, ada)
    const log = server.logLines.join('')
    expect(server.logLines.length).toBeGreaterThan(10)
    for (const secret of [ZEBULON.first_name, 'Negar', code, card, address, String(ZEBULON.id)])
      expect(log).not.toContain(secret)
  })
})
