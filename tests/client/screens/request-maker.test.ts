import { expect, test } from 'vitest'
import { listMadeRequests } from '#shared/api/list-made-requests.ts'
import type { RequestOf } from '#shared/api/endpoint.ts'
import { makeRequest } from '#shared/api/make-request.ts'
import type { MadeRequest } from '#shared/request.ts'
import { createRequestMaker } from '#client/screens/state/request-maker.ts'
import { MADE, MADE_FOR_CHAT } from '#tests/support/asked.ts'
import { createFakeApi, ok, refuse } from '#tests/support/fake-api.ts'
import { openApi } from '#tests/support/open-api.ts'

const WISH: RequestOf<typeof makeRequest> = {
  families: ['ton'],
  expiresIn: 86_400,
  chatId: null,
  membersOnly: false,
}
/** What {@link WISH} makes. */
const FOUND: MadeRequest = { ...MADE, code: `r1_${'f'.repeat(22)}` }
const UNANSWERED = { status: 502 }

function setUp() {
  const server = createFakeApi()
  const list = { requests: [MADE] as MadeRequest[] }
  server.on(listMadeRequests, () => ok(list))
  return { server, list, open: () => createRequestMaker(openApi(server)) }
}

test('makes what is wished', async () => {
  const { server, open } = setUp()
  server.on(makeRequest, () => ok(MADE_FOR_CHAT))
  expect(await open().make(WISH)).toEqual(MADE_FOR_CHAT)
  expect(server.sentTo(makeRequest)).toMatchObject([{ body: WISH }])
})

test('what a try without an answer has made is found by the next, and not made twice', async () => {
  const { server, list, open } = setUp()
  const maker = open()
  server.on(makeRequest, () => {
    list.requests = [FOUND, MADE]
    return UNANSWERED
  })
  await expect(maker.make(WISH)).rejects.toMatchObject({ code: 'server-unreachable' })
  expect(await maker.make(WISH)).toEqual(FOUND)
  expect(server.sentTo(makeRequest)).toHaveLength(1)
})

test('what the member has asked for elsewhere meanwhile is not taken for it', async () => {
  const { server, list, open } = setUp()
  const maker = open()
  server.on(makeRequest, () => {
    list.requests = [MADE_FOR_CHAT, { ...FOUND, families: ['evm'] }, MADE]
    return UNANSWERED
  })
  await expect(maker.make(WISH)).rejects.toMatchObject({ code: 'server-unreachable' })
  server.on(makeRequest, () => ok(FOUND))
  expect(await maker.make(WISH)).toEqual(FOUND)
  expect(server.sentTo(makeRequest)).toHaveLength(2)
})

test('what the server refused is made by the next try, whatever else is new', async () => {
  const { server, list, open } = setUp()
  const maker = open()
  server.on(makeRequest, () => refuse('rate-limited'))
  await expect(maker.make(WISH)).rejects.toMatchObject({ code: 'rate-limited' })
  list.requests = [{ ...MADE, code: `r1_${'n'.repeat(22)}` }, MADE]
  server.on(makeRequest, () => ok(MADE_FOR_CHAT))
  expect(await maker.make(WISH)).toEqual(MADE_FOR_CHAT)
})

test('while it cannot be told whether it was made, nothing is made', async () => {
  const { server, open } = setUp()
  const maker = open()
  server.on(makeRequest, () => UNANSWERED)
  await expect(maker.make(WISH)).rejects.toMatchObject({ code: 'server-unreachable' })
  server.on(listMadeRequests, () => refuse('internal'))
  await expect(maker.make(WISH)).rejects.toMatchObject({ code: 'internal' })
  expect(server.sentTo(makeRequest)).toHaveLength(1)
})

test('another wish after a try without an answer is another request', async () => {
  const { server, list, open } = setUp()
  const maker = open()
  server.on(makeRequest, () => {
    list.requests = [MADE_FOR_CHAT, MADE]
    return UNANSWERED
  })
  await expect(maker.make(WISH)).rejects.toMatchObject({ code: 'server-unreachable' })
  const other = { ...MADE, code: `r1_${'n'.repeat(22)}` }
  server.on(makeRequest, () => ok(other))
  expect(await maker.make({ ...WISH, expiresIn: 7 * 86_400 })).toEqual(other)
})

test('without a list from before, a new try makes it', async () => {
  const { server, open } = setUp()
  server.on(listMadeRequests, () => refuse('internal'))
  const maker = open()
  server.on(makeRequest, () => UNANSWERED)
  await expect(maker.make(WISH)).rejects.toMatchObject({ code: 'server-unreachable' })
  server.on(makeRequest, () => ok(MADE))
  expect(await maker.make(WISH)).toEqual(MADE)
})
