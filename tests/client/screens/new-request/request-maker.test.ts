import { expect, test } from 'vitest'
import { listMadeRequests } from '#shared/api/list-made-requests.ts'
import type { RequestOf } from '#shared/api/endpoint.ts'
import { makeRequest } from '#shared/api/make-request.ts'
import { createRequestMaker } from '#client/screens/new-request/request-maker.ts'
import { startAppServer } from '#tests/support/app-server.ts'
import { addHarbour } from '#tests/support/harbour.ts'
import { ADA } from '#tests/support/people.ts'

type MadeTerms = RequestOf<typeof makeRequest>

const TERMS = {
  families: ['ton'],
  expiresIn: 86_400,
  chatId: null,
  membersOnly: false,
} satisfies MadeTerms

/** The policy lets every member ask; the member has one request already, and this device's calls go over the wire. */
async function setUp() {
  const server = await startAppServer({ requests: 'members', evm: 'in-app' })
  const elsewhere = (await server.visit()).api
  await elsewhere.call(makeRequest, { body: TERMS })
  const api = await server.signIn()
  return {
    server,
    maker: createRequestMaker(api),
    makeElsewhere: (terms: MadeTerms = TERMS) => elsewhere.call(makeRequest, { body: terms }),
    /** Codes of the member's requests, the newest first. */
    made: async () => (await elsewhere.call(listMadeRequests, {})).requests.map(({ code }) => code),
  }
}

type MakerStage = Pick<Awaited<ReturnType<typeof setUp>>, 'server' | 'maker'>

/** A try whose call, or whose answer, is lost. */
async function tryInVain({ server, maker }: MakerStage, lose: () => () => void) {
  const stop = lose()
  await expect(maker.make(TERMS)).rejects.toMatchObject({ code: 'server-unreachable' })
  stop()
  expect(server.sentTo(makeRequest)).toHaveLength(1)
}

const loseAnswer = (parts: MakerStage) =>
  tryInVain(parts, () => parts.server.loseAnswers(makeRequest))
const loseCall = (parts: MakerStage) =>
  tryInVain(parts, () =>
    parts.server.replace(makeRequest, () => new Response(null, { status: 502 })),
  )

test('a request is made as it was asked for', async () => {
  const { server, maker, made } = await setUp()
  const { code } = await maker.make(TERMS)
  expect(await made()).toHaveLength(2)
  expect(await made()).toContain(code)
  expect(server.sentTo(makeRequest)).toMatchObject([{ body: TERMS }])
})

test('the next try finds a request that was made without an answer, and does not make it twice', async () => {
  const parts = await setUp()
  const before = await parts.made()
  await loseAnswer(parts)
  const { code } = await parts.maker.make(TERMS)
  expect(before).not.toContain(code)
  expect(await parts.made()).toHaveLength(2)
  expect(parts.server.sentTo(makeRequest)).toHaveLength(1)
})

test('the next try does not take a request that the member made elsewhere meanwhile', async () => {
  const parts = await setUp()
  const chatId = await addHarbour(parts.server, ADA)
  await loseCall(parts)
  await parts.makeElsewhere({ ...TERMS, chatId })
  await parts.makeElsewhere({ ...TERMS, families: ['evm'] })
  const before = await parts.made()
  expect(before).not.toContain((await parts.maker.make(TERMS)).code)
  expect(await parts.made()).toHaveLength(4)
})

test('the next try makes a request that the server refused, whatever else is new', async () => {
  const { server, maker, makeElsewhere, made } = await setUp()
  const recover = server.refuse(makeRequest, 'rate-limited')
  await expect(maker.make(TERMS)).rejects.toMatchObject({ code: 'rate-limited' })
  recover()
  const other = await makeElsewhere()
  expect((await maker.make(TERMS)).code).not.toBe(other.code)
  expect(await made()).toHaveLength(3)
})

test('the next try makes nothing while it cannot find out whether the first was made', async () => {
  const parts = await setUp()
  await loseCall(parts)
  parts.server.refuse(listMadeRequests, 'internal')
  await expect(parts.maker.make(TERMS)).rejects.toMatchObject({ code: 'internal' })
  expect(parts.server.sentTo(makeRequest)).toHaveLength(1)
})

test('different terms after a try without an answer make another request', async () => {
  const parts = await setUp()
  await loseAnswer(parts)
  const made = await parts.made()
  expect(made).not.toContain((await parts.maker.make({ ...TERMS, expiresIn: 7 * 86_400 })).code)
})

test('a new try makes the request when there is no earlier list', async () => {
  const { server, made } = await setUp()
  const recover = server.refuse(listMadeRequests, 'internal')
  const maker = createRequestMaker(await server.signIn())
  await loseCall({ server, maker })
  recover()
  await maker.make(TERMS)
  expect(await made()).toHaveLength(2)
})
