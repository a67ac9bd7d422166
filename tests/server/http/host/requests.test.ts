import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { createRequest, findRequest, updateHostRequest } from '#shared/api/host/host-request.ts'
import { HostProblemSchema } from '#shared/host-problem.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { linkSample, newRequest, sampleProfile } from '#tests/support/store-samples.ts'
import { ADA } from '#tests/support/people.ts'

const WEEK_S = 7 * 24 * 3_600
const GROUP = { id: '-1001000000001', title: 'Harbour club' }

let server: TestServer
let key: string

beforeEach(async () => {
  server = await openTestServer()
  key = await server.newKey()
})

const make = (body: unknown = {}, token = key) =>
  server.call('POST', '/v1/requests', { token, body })

async function made(body: unknown = {}) {
  const response = await make(body)
  expect(response.status).toBe(201)
  return v.parse(createRequest.response, await response.json())
}

const find = (path: string, token = key) => server.call('GET', `/v1/requests/${path}`, { token })

async function found(path: string) {
  const response = await find(path)
  expect(response.status).toBe(200)
  return v.parse(findRequest.response, await response.json())
}

async function getProblem(response: Response) {
  const { status, code } = v.parse(HostProblemSchema, await response.json())
  expect(response.status).toBe(status)
  return code
}

const change = (code: string, body: unknown, token = key) =>
  server.call('PATCH', `/v1/requests/${code}`, { token, body })

async function changed(code: string, body: unknown, token = key) {
  const response = await change(code, body, token)
  expect(response.status).toBe(200)
  return v.parse(updateHostRequest.response, await response.json())
}

describe('the call that makes a request', () => {
  test('makes a request with a code of its own, a link that opens the Mini App, and a week to answer', async () => {
    const request = await made()
    expect(request.code).toMatch(/^r1_[\w-]{22}$/)
    expect(request).toEqual({
      code: request.code,
      url: `https://t.me/clasp_test_bot?startapp=${request.code}`,
      families: ['ton'],
      state: 'open',
      chat: null,
      membersOnly: false,
      maxAnswers: null,
      answered: 0,
      createdAt: new Date(server.clock.now).toISOString(),
      expiresAt: new Date(server.clock.now + WEEK_S * 1_000).toISOString(),
    })
    expect((await made()).code).not.toBe(request.code)
  })

  test('makes a request with the time to answer that its maker gives', async () => {
    const { expiresAt } = await made({ families: ['ton'], expiresIn: 60 })
    expect(Date.parse(expiresAt)).toBe(server.clock.now + 60_000)
  })

  test.each([
    ['too little time', { expiresIn: 59 }],
    ['too much time', { expiresIn: 90 * 24 * 3_600 + 1 }],
    ['half a second', { expiresIn: 60.5 }],
    ['a time in words', { expiresIn: '60' }],
    ['a family that is not offered', { families: ['ton', 'evm'] }],
    ['a family that nobody knows', { families: ['doge'] }],
    ['a family twice', { families: ['ton', 'ton'] }],
    ['no family', { families: [] }],
    ['a field too many', { title: 'Free money' }],
    ['members only of no group', { membersOnly: true }],
    ['a group that the bot is not in', { chatId: '-1001000000009' }],
    ['a person for a group', { chatId: '100001' }],
    ['a group by its name', { chatId: '@harbour' }],
    ['no answer at all', { maxAnswers: 0 }],
    ['half an answer', { maxAnswers: 1.5 }],
    ['text that is no JSON', '{'],
    ['nothing', ''],
  ])('refuses a request with %s', async (_, body) => {
    expect(await getProblem(await make(body))).toBe('bad-request')
  })

  test('makes a request for the families that the operator offers, unless its maker says which', async () => {
    server = await openTestServer({ evm: 'browser' })
    key = await server.newKey()
    const all = await made()
    expect(all.families).toEqual(['ton', 'evm'])
    expect((await found(all.code)).request.families).toEqual(['ton', 'evm'])
    expect((await made({ families: ['evm'] })).families).toEqual(['evm'])
  })

  test('makes a request for a group that the bot is in, under the title that it has there', async () => {
    server.telegram.addGroup(GROUP)
    const request = await made({ chatId: GROUP.id, membersOnly: true, maxAnswers: 3 })
    expect(request).toMatchObject({ chat: GROUP, membersOnly: true, maxAnswers: 3 })
    server.telegram.rename(GROUP.id, 'Harbour & Sons')
    const other = await made({ chatId: GROUP.id })
    expect(other).toMatchObject({
      chat: { id: GROUP.id, title: 'Harbour & Sons' },
      membersOnly: false,
      maxAnswers: null,
    })
    const { now } = server.clock
    expect(await server.store.leasePosts(now, now + 60_000, 10)).toEqual([])
  })

  test('refuses a request for a group that the bot is not in, and says why', async () => {
    const { detail } = v.parse(HostProblemSchema, await (await make({ chatId: GROUP.id })).json())
    expect(detail).toContain('body.chatId: Telegram knows no group by this id with the bot in it.')
  })

  test('attack: a group of which Telegram does not say what it is ends no Idempotency-Key', async () => {
    server.telegram.addGroup(GROUP)
    server.telegram.goAway()
    const request = { token: key, body: { chatId: GROUP.id }, idempotencyKey: 'group' }
    const send = () => server.call('POST', '/v1/requests', request)
    const away = await send()
    expect([away.status, await getProblem(away)]).toEqual([503, 'telegram-unreachable'])
    server.telegram.comeBack()
    expect((await send()).status).toBe(201)
  })
})

describe('the call that looks a request up', () => {
  test('finds a request as it was made, with no answers', async () => {
    const request = await made()
    expect(await found(request.code)).toEqual({ request, answers: { data: [], next: null } })
  })

  test('finds a request as expired once its time has passed', async () => {
    const { code } = await made({ expiresIn: 60 })
    server.clock.now += 60_000
    expect((await found(code)).request.state).toBe('expired')
  })

  test.each([
    ['is unknown', `r1_${'u'.repeat(22)}`, 'not-found'],
    ['is of another kind', `c1_${'u'.repeat(22)}`, 'bad-request'],
    ['is of an upper-case kind', `R1_${'u'.repeat(22)}`, 'bad-request'],
    ['has junk at its end', `r1_${'u'.repeat(22)}%20`, 'bad-request'],
    ['has a line feed at its end', `r1_${'u'.repeat(22)}%0A`, 'bad-request'],
    ['has a null character', `r1_${'u'.repeat(21)}%00`, 'bad-request'],
    ['is too short', 'r1_u', 'bad-request'],
  ])('finds no request if its code %s', async (_, code, problem) => {
    expect(await getProblem(await find(code))).toBe(problem)
  })

  test('reads answers page by page, each once and in the order in which they came', async () => {
    const { code } = await made()
    const ids = []
    for (const telegramId of ['201', '202', '203', '204', '205'])
      ids.push(await answerAs(telegramId, code))
    const pages = [await found(`${code}?limit=2`)]
    while (pages.at(-1)?.answers.next)
      pages.push(await found(`${code}?limit=2&after=${pages.at(-1)?.answers.next}`))
    expect(pages.map(({ answers }) => answers.data.length)).toEqual([2, 2, 1])
    expect(pages.flatMap(({ answers }) => answers.data.map(({ user }) => user.telegramId))).toEqual(
      ['201', '202', '203', '204', '205'],
    )
    expect(pages.flatMap(({ answers }) => answers.data.map(({ wallet }) => wallet?.id))).toEqual(
      ids,
    )
    expect(pages.map(({ request }) => request.answered)).toEqual([5, 5, 5])
  })

  test('refuses a cursor that is junk, or of another request', async () => {
    const [one, other] = [await made(), await made()]
    for (const telegramId of ['301', '302']) await answerAs(telegramId, one.code)
    const { next } = (await found(`${one.code}?limit=1`)).answers
    expect(next).not.toBeNull()
    expect(await getProblem(await find(`${other.code}?after=${next}`))).toBe('cursor-invalid')
    for (const junk of ['junk', 'AAAA', `${next}A`, ''])
      expect(await getProblem(await find(`${one.code}?after=${junk}`))).toBe('cursor-invalid')
    for (const limit of ['0', '1001', '-1', 'ten'])
      expect(await getProblem(await find(`${one.code}?limit=${limit}`))).toBe('bad-request')
  })

  test('shows no label or anything else that a member wrote for themselves', async () => {
    const { code } = await made()
    const walletId = await answerAs('401', code)
    const user = await server.store.findUserByTelegramId('401')
    await server.store.setLabel(walletId, user?.id ?? '', 'Secret savings')
    const response = await find(code)
    expect(await response.text()).not.toContain('Secret savings')
  })
})

describe('the call that changes a request', () => {
  test('closes a request for good', async () => {
    const { code } = await made()
    expect(await changed(code, { state: 'closed' })).toMatchObject({ code, state: 'closed' })
    expect(await changed(code, { state: 'closed' })).toMatchObject({ state: 'closed' })
    const refused = await change(code, { expiresIn: 60 })
    const { code: problem, detail } = v.parse(HostProblemSchema, await refused.json())
    expect(problem).toBe('bad-request')
    expect(detail).toContain('closed for good')
    expect((await found(code)).request.state).toBe('closed')
  })

  test('extends a request, counted from now, also when its time was over', async () => {
    const { code } = await made({ expiresIn: 60 })
    server.clock.now += 120_000
    const { state, expiresAt } = await changed(code, { expiresIn: 60 })
    expect({ state, expiresAt: Date.parse(expiresAt) }).toEqual({
      state: 'open',
      expiresAt: server.clock.now + 60_000,
    })
  })

  test('closes a request that a member made, but does not extend it', async () => {
    server.telegram.addGroup({ ...GROUP, administrators: [ADA.id] })
    const ada = await server.signIn(ADA)
    const user = await server.store.findUserByTelegramId(String(ADA.id))
    const { now } = server.clock
    const { code } = await server.store.createRequest(
      newRequest({ userId: user?.id ?? '' }, { now, expiresAt: now + 60_000 }),
    )
    expect(await getProblem(await change(code, { expiresIn: 600 }))).toBe('not-found')
    expect((await found(code)).request.state).toBe('open')
    expect(await changed(code, { state: 'closed' })).toMatchObject({ code, state: 'closed' })
    const seen = await server.call('GET', `/api/requests/${code}`, { token: ada })
    expect(await seen.json()).toMatchObject({ state: 'closed' })
  })

  test.each([{}, { state: 'open' }, { expiresIn: 1 }, { state: 'closed', expiresIn: 60 }, '', '{'])(
    'refuses the change %j',
    async (body) => {
      const { code } = await made()
      expect(await getProblem(await change(code, body))).toBe('bad-request')
    },
  )
})

/** A new member answers with a new wallet, a second after the one before; returns the wallet's id. */
async function answerAs(telegramId: string, code: string): Promise<string> {
  server.clock.now += 1_000
  const { now } = server.clock
  const user = await server.store.saveUser(sampleProfile({ telegramId }), now)
  const { id } = await linkSample(server.store, user.id)
  await server.store.answerRequest({ code, userId: user.id, walletId: id }, now)
  return id
}
