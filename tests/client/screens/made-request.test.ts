import { expect, test } from 'vitest'
import { getRequest } from '#shared/api/get-request.ts'
import { listPeople } from '#shared/api/list-people.ts'
import { updateRequest } from '#shared/api/update-request.ts'
import { type MadeRequest, REQUEST_LIFE_S } from '#shared/request.ts'
import { extensionOf } from '#client/screens/state/extension-of.ts'
import { createMadeRequest } from '#client/screens/state/made-request.ts'
import { isLive } from '#client/screens/state/made-request-state.ts'
import { ANSWER, MADE, requestOf } from '#tests/support/asked.ts'
import { createFakeApi, NOW, ok, refuse } from '#tests/support/fake-api.ts'
import { openApi } from '#tests/support/open-api.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const WEEK_S = REQUEST_LIFE_S.usual

function setUp(made: MadeRequest = MADE) {
  const server = createFakeApi()
  const clock = { now: NOW }
  server.on(getRequest, () => ok(requestOf(made)))
  server.on(listPeople, () => ok({ people: [ANSWER] }))
  const store = createMadeRequest({ api: openApi(server), code: made.code, now: () => clock.now })
  return { server, store, clock }
}

test('is shown with who answered', async () => {
  const { store } = setUp()
  expect(await store.refresh()).toBe(true)
  expect(store.state.get()).toEqual({
    status: 'shown',
    value: { request: MADE, people: [ANSWER] },
    problem: null,
  })
})

test('two that ask at once are one question', async () => {
  const { server, store } = setUp()
  await Promise.all([store.refresh(), store.refresh()])
  expect(server.sentTo(getRequest)).toHaveLength(1)
})

test('the people are asked for anew when their number moves, and once in a while', async () => {
  const { server, store, clock } = setUp()
  await store.refresh()
  clock.now += 3_000
  await store.refresh()
  expect(server.sentTo(listPeople)).toHaveLength(1)
  server.on(getRequest, () => ok(requestOf({ ...MADE, answered: 1 })))
  await store.refresh()
  expect(server.sentTo(listPeople)).toHaveLength(2)
  clock.now += 30_000
  await store.refresh()
  expect(server.sentTo(listPeople)).toHaveLength(3)
})

test('people that did not come are asked for again, though their number has not moved', async () => {
  const { server, store } = setUp()
  await store.refresh()
  server.on(getRequest, () => ok(requestOf({ ...MADE, answered: 1 })))
  server.on(listPeople, () => refuse('internal'))
  expect(await store.refresh()).toBe(false)
  expect(store.state.get()).toMatchObject({
    value: { request: { answered: 1 } },
    problem: 'internal',
  })
  server.on(listPeople, () => ok({ people: [] }))
  expect(await store.refresh()).toBe(true)
  expect(store.state.get()).toMatchObject({ value: { people: [] }, problem: null })
})

test.each([
  ['open', 'none', true],
  ['full', 'none', true],
  ['closed', 'waiting', true],
  ['closed', 'sent', false],
  ['expired', 'none', false],
] as const)(
  'one that is %s and whose message is %s is followed: %s',
  async (state, message, is) => {
    const { store } = setUp({ ...MADE, state, message })
    expect(isLive(store.state.get())).toBe(false)
    await store.refresh()
    expect(isLive(store.state.get())).toBe(is)
  },
)

test('one that could not be read is followed only if that may pass', async () => {
  const { server, store } = setUp()
  server.on(getRequest, () => refuse('internal'))
  await store.refresh()
  expect(isLive(store.state.get())).toBe(true)
  server.on(getRequest, () => refuse('not-found'))
  await store.refresh()
  expect(isLive(store.state.get())).toBe(false)
})

test('time is not asked for where there is none to have', async () => {
  const { server, store } = setUp({ ...MADE, state: 'closed' })
  await store.refresh()
  await store.extend()
  expect(server.sentTo(updateRequest)).toEqual([])
})

test.each([
  ['what is left', 3 * DAY_MS, 3 * 86_400 + WEEK_S],
  ['nothing, where its time is over', -5 * DAY_MS, WEEK_S],
  ['as much as it can have', 88 * DAY_MS, REQUEST_LIFE_S.longest],
])('a week is added to %s', (_, leftMs, expiresIn) => {
  const expiresAt = new Date(NOW + leftMs).toISOString()
  const state = leftMs < 0 ? 'expired' : 'open'
  expect(extensionOf({ ...MADE, state, expiresAt }, NOW)).toBe(expiresIn)
})

test('one that is open for as long as it can be gets no more', () => {
  const expiresAt = new Date(NOW + 90 * DAY_MS).toISOString()
  expect(extensionOf({ ...MADE, expiresAt }, NOW)).toBeNull()
})
