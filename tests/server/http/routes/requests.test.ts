import * as v from 'valibot'
import { beforeEach, describe, expect, test } from 'vitest'
import { createRequest, findRequest } from '#shared/api/host/host-request.ts'
import { ANSWERS_LISTED, getMe } from '#shared/api/get-me.ts'
import { listEvents } from '#shared/api/host/host-event.ts'
import { unlinkWallet } from '#shared/api/unlink-wallet.ts'
import { TonAttemptSchema } from '#shared/attempt.ts'
import { linkWallet, proofFor } from '#tests/support/link-wallet.ts'
import { newRequest as sampleRequest, sampleApiKey } from '#tests/support/store-samples.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import {
  answer as answerRequest,
  getBody,
  getProblem,
  getUserId,
  HOUR_S,
  look as lookAt,
  send,
  withdraw as withdrawAnswer,
} from '../requesting-harness.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

const UNKNOWN_CODE = `r1_${'u'.repeat(22)}`

let server: TestServer
let key: string
/** Of a request that is open. */
let code: string
let ada: string

beforeEach(async () => {
  server = await openTestServer()
  key = await server.newKey()
  code = await newRequest()
  ada = await server.signIn(ADA)
})

async function newRequest(): Promise<string> {
  const body = { expiresIn: HOUR_S }
  const response = await server.call('POST', '/v1/requests', { token: key, body })
  return v.parse(createRequest.response, await response.json()).code
}

async function closeRequest(code: string): Promise<void> {
  const body = { state: 'closed' }
  const response = await server.call('PATCH', `/v1/requests/${code}`, { token: key, body })
  expect(response.status).toBe(200)
}

const expire = () => {
  server.clock.now += HOUR_S * 1_000
}

const look = (token: string, code: string) => lookAt(server, token, code)
const answer = (token: string, code: string, walletId: string) =>
  answerRequest(server, token, { code, walletId })
const withdraw = (token: string, code: string) => withdrawAnswer(server, token, code)

/** The request as its maker sees it. */
async function received(code: string) {
  const response = await server.call('GET', `/v1/requests/${code}`, { token: key })
  return v.parse(findRequest.response, await response.json())
}

async function eventTypes() {
  const response = await server.call('GET', '/v1/events', { token: key })
  return v.parse(listEvents.response, await response.json()).data.map(({ type }) => type)
}

const inUse = async (token: string) =>
  (await getBody(await send(server, getMe, { token }), getMe)).answers

const linkedWalletId = async (token: string, seed = 1) => (await linkWallet(server, token, seed)).id

describe('the call for where a wallet is in use', () => {
  test('lists the answers that stand, the newest first, with what became of their requests', async () => {
    const [first, second, third] = [await newRequest(), await newRequest(), await newRequest()]
    const walletId = await linkedWalletId(ada)
    for (const code of [first, second, third]) {
      server.clock.now += 1_000
      await answer(ada, code, walletId)
    }
    const answeredAt = new Date(server.clock.now).toISOString()
    const before = new Date(server.clock.now - 1_000).toISOString()
    await closeRequest(second)
    await withdraw(ada, first)
    const common = { walletId, requester: { kind: 'operator' }, chat: null }
    expect(await inUse(ada)).toEqual([
      { ...common, code: third, state: 'open', answeredAt },
      { ...common, code: second, state: 'closed', answeredAt: before },
    ])
    expire()
    expect(await inUse(ada)).toMatchObject([{ state: 'expired' }, { state: 'closed' }])
    expect(await inUse(await server.signIn(ILYA))).toEqual([])
    await send(server, unlinkWallet, { token: ada, id: walletId })
    expect(await inUse(ada)).toEqual([])
  })

  test('lists at most twenty', async () => {
    const walletId = await linkedWalletId(ada)
    const { id: keyId } = await sampleApiKey(server.store)
    for (let made = 0; made <= ANSWERS_LISTED; made += 1) {
      const request = sampleRequest({ keyId }, { now: server.clock.now })
      await answer(ada, (await server.store.createRequest(request)).code, walletId)
    }
    expect(await inUse(ada)).toHaveLength(ANSWERS_LISTED)
  })

  test('attack: the name of who asks cannot bring controls onto Home', async () => {
    await server.signIn({ ...ADA, first_name: 'Ada\u202Eevil\u0007' })
    const request = sampleRequest(
      { userId: await getUserId(server, ADA) },
      { now: server.clock.now },
    )
    const { code } = await server.store.createRequest(request)
    const ilya = await server.signIn(ILYA)
    await answer(ilya, code, await linkedWalletId(ilya))
    expect(await inUse(ilya)).toMatchObject([
      { requester: { kind: 'member', person: { firstName: 'Ada evil' } } },
    ])
  })
})

describe('a request seen by a member', () => {
  test('says what is requested and until when, and nothing of who made it or answered it', async () => {
    await answer(ada, code, await linkedWalletId(ada))
    const response = await server.call('GET', `/api/requests/${code}`, {
      token: await server.signIn(ILYA),
    })
    expect(await response.json()).toEqual({
      code,
      families: ['ton'],
      state: 'open',
      requester: { kind: 'operator' },
      chat: null,
      membersOnly: false,
      byAnybody: false,
      expiresAt: new Date(server.clock.now + HOUR_S * 1_000).toISOString(),
      answer: null,
      made: null,
    })
  })

  test('says from which families a wallet may answer', async () => {
    server = await openTestServer({ evm: 'in-app' })
    key = await server.newKey()
    ada = await server.signIn(ADA)
    const body = { families: ['evm'] }
    const response = await server.call('POST', '/v1/requests', { token: key, body })
    const { code } = v.parse(createRequest.response, await response.json())
    expect((await look(ada, code)).families).toEqual(['evm'])
    const refused = await answer(ada, code, await linkedWalletId(ada))
    expect(await getProblem(refused)).toBe('not-found')
    expect((await received(code)).answers.data).toEqual([])
  })

  test.each([
    ['unknown', UNKNOWN_CODE],
    ['of another kind', `c1_${'u'.repeat(22)}`],
    ['of an upper-case kind', `R1_${'u'.repeat(22)}`],
    ['too short', `r1_${'u'.repeat(21)}`],
    ['too long', `r1_${'u'.repeat(23)}`],
    ['with a line feed at its end', `${UNKNOWN_CODE}%0A`],
    ['with junk at its end', `${UNKNOWN_CODE}%20or%201=1`],
    ['with a null character', `r1_${'u'.repeat(21)}%00`],
    ['with another alphabet', `r1_${'u'.repeat(21)}%D0%B6`],
    ['an id', 'u'.repeat(22)],
    ['nothing but its kind', 'r1_'],
  ])('is not found for a code that is %s, whatever is done with it', async (_, code) => {
    const walletId = await linkedWalletId(ada)
    const asked = await server.call('GET', `/api/requests/${code}`, { token: ada })
    expect(await getProblem(asked)).toBe('not-found')
    expect(await getProblem(await answer(ada, code, walletId))).toBe('not-found')
    expect(await getProblem(await withdraw(ada, code))).toBe('not-found')
  })

  test('a code is no id of anything else', async () => {
    for (const path of ['wallets', 'attempts']) {
      const response = await server.call('GET', `/api/${path}/${UNKNOWN_CODE}`, { token: ada })
      expect(await getProblem(response)).toBe('not-found')
    }
  })
})

describe('an answer', () => {
  test('a member answers with a linked wallet, which member and maker see, and the maker is notified', async () => {
    const walletId = await linkedWalletId(ada)
    server.events.count = 0
    const response = await answer(ada, code, walletId)
    const answeredAt = new Date(server.clock.now).toISOString()
    expect(await response.json()).toMatchObject({ code, answer: { walletId, answeredAt } })
    expect((await look(ada, code)).answer).toEqual({ walletId, answeredAt })
    expect(await received(code)).toMatchObject({
      request: { answered: 1 },
      answers: {
        data: [
          {
            user: { telegramId: String(ADA.id) },
            wallet: { id: walletId },
            answeredAt,
            withdrawnAt: null,
          },
        ],
      },
    })
    expect(await eventTypes()).toEqual(['wallet.linked', 'request.answered'])
    expect(server.events.count).toBe(1)
  })

  test('the same answer changes nothing the second time', async () => {
    const walletId = await linkedWalletId(ada)
    const first: unknown = await (await answer(ada, code, walletId)).json()
    server.clock.now += 1_000
    expect(await (await answer(ada, code, walletId)).json()).toEqual(first)
    expect(await eventTypes()).toEqual(['wallet.linked', 'request.answered'])
  })

  test('attack: given and taken back without end becomes no flood of events', async () => {
    const walletId = await linkedWalletId(ada)
    for (let count = 0; count < 30; count += 1) {
      expect((await answer(ada, code, walletId)).status).toBe(200)
      expect((await withdraw(ada, code)).status).toBe(200)
      server.clock.now += 10
    }
    const refused = await answer(ada, code, walletId)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await getProblem(refused)).toBe('rate-limited')
    server.clock.now += 5_000
    expect((await answer(ada, code, walletId)).status).toBe(200)
  })

  test('is refused with somebody else’s wallet, and reveals nothing', async () => {
    const ilyas = await linkedWalletId(await server.signIn(ILYA))
    expect(await getProblem(await answer(ada, code, ilyas))).toBe('not-found')
    expect((await look(ada, code)).answer).toBeNull()
    expect((await received(code)).request.answered).toBe(0)
    expect(await eventTypes()).toEqual(['wallet.linked'])
  })

  test.each([
    ['no wallet', {}],
    ['a wallet id that is junk', { walletId: 'junk' }],
    ['a field too many', { walletId: 'w'.repeat(22), userId: 'u'.repeat(22) }],
    ['a list', []],
    ['text that is no JSON', '{'],
  ])('an answer with %s is a bad request', async (_, body) => {
    const response = await server.call('POST', `/api/requests/${code}/answer`, { token: ada, body })
    expect(await getProblem(response)).toBe('bad-request')
  })

  test('is refused for a closed request, and one from before still stands', async () => {
    const walletId = await linkedWalletId(ada)
    await answer(ada, code, walletId)
    await closeRequest(code)
    const late = await server.signIn(ILYA)
    const lateWallet = await linkedWalletId(late, 2)
    expect(await getProblem(await answer(late, code, lateWallet))).toBe('request-closed')
    expect(await look(late, code)).toMatchObject({ state: 'closed', answer: null })
    expect(await look(ada, code)).toMatchObject({ state: 'closed', answer: { walletId } })
  })

  test('is refused for an expired request from that very moment on', async () => {
    const walletId = await linkedWalletId(ada)
    expire()
    expect(await getProblem(await answer(ada, code, walletId))).toBe('request-closed')
    expect(await look(ada, code)).toMatchObject({ state: 'expired', answer: null })
  })
})

describe('an answer taken back', () => {
  test('an answer that is taken back is gone for the maker, who is notified, and can be given again', async () => {
    const walletId = await linkedWalletId(ada)
    await answer(ada, code, walletId)
    server.events.count = 0
    const response = await withdraw(ada, code)
    expect(await response.json()).toMatchObject({ code, answer: null })
    expect(await received(code)).toMatchObject({
      request: { answered: 0 },
      answers: { data: [{ wallet: null, withdrawnAt: new Date(server.clock.now).toISOString() }] },
    })
    expect(server.events.count).toBe(1)
    await answer(ada, code, walletId)
    expect(await received(code)).toMatchObject({
      request: { answered: 1 },
      answers: { data: [{ wallet: { id: walletId }, withdrawnAt: null }] },
    })
    expect(await eventTypes()).toEqual([
      'wallet.linked',
      'request.answered',
      'request.withdrawn',
      'request.answered',
    ])
  })

  test('taking back an answer that was never given changes nothing', async () => {
    expect((await withdraw(ada, code)).status).toBe(200)
    expect(server.events.count).toBe(0)
    expect(await eventTypes()).toEqual([])
  })

  test.each(['closed', 'expired'] as const)(
    'a member takes an answer back also when the request is %s',
    async (end) => {
      await answer(ada, code, await linkedWalletId(ada))
      if (end === 'closed') await closeRequest(code)
      else expire()
      expect(await (await withdraw(ada, code)).json()).toMatchObject({ state: end, answer: null })
    },
  )
})

describe('linking for a request', () => {
  test('a link answers the request in the same moment', async () => {
    const body = { family: 'ton', requestCode: code }
    const { id, payload } = v.parse(
      TonAttemptSchema,
      await (await server.call('POST', '/api/attempts', { token: ada, body })).json(),
    )
    const proof = proofFor(server, { payload, seed: 1 })
    const proven = await server.call('POST', `/api/attempts/${id}/proof`, {
      token: ada,
      body: proof,
    })
    const linked = v.parse(TonAttemptSchema, await proven.json())
    expect(linked).toMatchObject({ state: 'linked', requestCode: code })
    expect((await look(ada, code)).answer).toMatchObject({ walletId: linked.wallet?.id })
    expect(await eventTypes()).toEqual(['wallet.linked', 'request.answered'])
  })
})
