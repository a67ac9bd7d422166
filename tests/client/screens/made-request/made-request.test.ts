import { expect, test } from 'vitest'
import { answerRequest } from '#shared/api/answer-request.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { listPeople } from '#shared/api/list-people.ts'
import { makeRequest } from '#shared/api/make-request.ts'
import { updateRequest } from '#shared/api/update-request.ts'
import { REQUEST_LIFE_S } from '#shared/request.ts'
import {
  createMadeRequest,
  findExtension,
  isLive,
} from '#client/screens/made-request/made-request.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { MADE, NOW } from '#tests/support/sample-data.ts'
import { ILYA } from '#tests/support/people.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const WEEK_S = REQUEST_LIFE_S.usual

/** Ada has made a request, which Ilya may answer. */
async function setUp() {
  const server = await startAppServer({ requests: 'members' })
  const { api: elsewhere } = await server.visit()
  const made = await elsewhere.call(makeRequest, {
    body: { families: ['ton'], expiresIn: WEEK_S, chatId: null, membersOnly: false },
  })
  const ilya = await server.visit(ILYA)
  const wallet = await ilya.linkTon()
  const { clock } = server.server
  const store = createMadeRequest({
    api: await server.signIn(),
    code: made.code,
    now: () => clock.now,
  })
  const answer = () =>
    ilya.api.call(answerRequest, { id: made.code, body: { walletId: wallet.id } })
  return { server, clock, elsewhere, made, answer, store }
}

const ANSWER = { person: { firstName: 'Ilya', username: 'ilya' } }

test('the people are loaded again when their number changes, and once in a while', async () => {
  const { server, answer, store, clock } = await setUp()
  await store.renew()
  clock.now += 3_000
  await store.renew()
  expect(server.sentTo(listPeople)).toHaveLength(1)
  await answer()
  await store.renew()
  expect(server.sentTo(listPeople)).toHaveLength(2)
  clock.now += 30_000
  await store.renew()
  expect(server.sentTo(listPeople)).toHaveLength(3)
})

test.each(['request-not-allowed', 'chat-gone'] as const)(
  'answers refused with %s are withheld, and asked for again once in a while',
  async (problem) => {
    const { server, store, clock } = await setUp()
    await store.renew()
    const recover = server.refuse(listPeople, problem)
    clock.now += 30_000
    for (const again of [0, 3_000]) {
      clock.now += again
      expect(await store.renew()).toBe(true)
      expect(store.state.get()).toMatchObject({ problem: null })
      expect(store.people.get()).toBe('withheld')
    }
    expect(server.sentTo(listPeople)).toHaveLength(2)
    recover()
    clock.now += 30_000
    await store.renew()
    expect(store.people.get()).toEqual([])
  },
)

test('people that did not arrive are loaded again, although their number has not changed', async () => {
  const { server, answer, store } = await setUp()
  await store.renew()
  await answer()
  const recover = server.refuse(listPeople, 'internal')
  expect(await store.renew()).toBe(false)
  expect(store.state.get()).toMatchObject({ value: { answered: 1 }, problem: 'internal' })
  expect(store.people.get()).toEqual([])
  recover()
  expect(await store.renew()).toBe(true)
  expect(store.state.get()).toMatchObject({ problem: null })
  expect(store.people.get()).toMatchObject([ANSWER])
})

test.each([
  ['open', 'none', true],
  ['full', 'none', true],
  ['closed', 'waiting', true],
  ['closed', 'sent', false],
  ['expired', 'none', false],
] as const)('a request that is %s and whose message is %s is polled: %s', (state, message, is) => {
  const value = { ...MADE, state, message }
  expect(isLive({ status: 'shown', value, problem: null })).toBe(is)
})

test('a request that could not be read is polled only if the problem can pass', async () => {
  const { server, store } = await setUp()
  expect(isLive(store.state.get())).toBe(false)
  server.refuse(getRequest, 'internal')
  await store.renew()
  expect(isLive(store.state.get())).toBe(true)
  server.refuse(getRequest, 'not-found')
  await store.renew()
  expect(isLive(store.state.get())).toBe(false)
})

test('an extension is not sent when the request cannot be extended', async () => {
  const { server, elsewhere, made, store } = await setUp()
  await elsewhere.call(updateRequest, { id: made.code, body: { state: 'closed' } })
  await store.renew()
  await store.extend()
  expect(server.sentTo(updateRequest)).toEqual([])
})

test.each([
  ['what is left', 3 * DAY_MS, 3 * 86_400 + WEEK_S],
  ['nothing, where its time is over', -5 * DAY_MS, WEEK_S],
  ['as much as it can have', 88 * DAY_MS, REQUEST_LIFE_S.longest],
])('an extension adds a week to %s', (_, leftMs, expiresIn) => {
  const expiresAt = new Date(NOW + leftMs).toISOString()
  const state = leftMs < 0 ? 'expired' : 'open'
  expect(findExtension({ ...MADE, state, expiresAt }, NOW)).toBe(expiresIn)
})

test('a request that is open for the longest time gets no extension', () => {
  const expiresAt = new Date(NOW + 90 * DAY_MS).toISOString()
  expect(findExtension({ ...MADE, expiresAt }, NOW)).toBeNull()
})
