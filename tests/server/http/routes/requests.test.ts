import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { getMe } from '#shared/api/get-me.ts'
import { createRequest } from '#shared/api/host/create-request.ts'
import { findRequest } from '#shared/api/host/find-request.ts'
import { listEvents } from '#shared/api/host/list-events.ts'
import { TonAttemptSchema } from '#shared/attempt.ts'
import { ProblemSchema } from '#shared/problem.ts'
import { RequestSchema } from '#shared/request.ts'
import { ALICE, BOB, DOMAIN, startTestServer, type TestServer } from '#tests/support/test-server.ts'
import { createTonSigner } from '#tests/support/ton-signer.ts'

const HOUR_S = 3_600
const UNKNOWN_CODE = `r1_${'u'.repeat(22)}`

let server: TestServer
let key: string

beforeEach(async () => {
  server = await startTestServer()
  key = await server.newKey()
})
afterEach(() => server.close())

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

async function look(token: string, code: string) {
  const response = await server.call('GET', `/api/requests/${code}`, { token })
  expect(response.status).toBe(200)
  return v.parse(RequestSchema, await response.json())
}

const answer = (token: string, code: string, walletId: string) =>
  server.call('POST', `/api/requests/${code}/answer`, { token, body: { walletId } })

const withdraw = (token: string, code: string) =>
  server.call('DELETE', `/api/requests/${code}/answer`, { token })

async function getProblem(response: Response) {
  const { status, code } = v.parse(ProblemSchema, await response.json())
  expect(response.status).toBe(status)
  return code
}

/** The request as its maker sees it. */
async function received(code: string) {
  const response = await server.call('GET', `/v1/requests/${code}`, { token: key })
  return v.parse(findRequest.response, await response.json())
}

async function eventTypes() {
  const response = await server.call('GET', '/v1/events', { token: key })
  return v.parse(listEvents.response, await response.json()).data.map(({ type }) => type)
}

type Linking = { requestCode?: string; seed?: number }

/** Links a wallet of the member's, and returns the attempt after that. */
async function link(token: string, { requestCode, seed = 1 }: Linking = {}) {
  const attempt = await newAttempt(token, requestCode)
  return prove(token, { attempt, seed })
}

async function newAttempt(token: string, requestCode?: string) {
  const body = { family: 'ton', ...(requestCode !== undefined && { requestCode }) }
  const response = await server.call('POST', '/api/attempts', { token, body })
  return v.parse(TonAttemptSchema, await response.json())
}

type ProvenAttempt = { attempt: Awaited<ReturnType<typeof newAttempt>>; seed: number }

async function prove(token: string, { attempt, seed }: ProvenAttempt) {
  const signer = createTonSigner({
    kind: 'v5r1',
    seed: new Uint8Array(32).fill(seed),
    network: '-239',
  })
  const timestamp = Math.floor(server.clock.now / 1_000)
  const body = signer.sign({ domain: DOMAIN, payload: attempt.payload, timestamp })
  const path = `/api/attempts/${attempt.id}/proof`
  const response = await server.call('POST', path, { token, body })
  return v.parse(TonAttemptSchema, await response.json())
}

async function linkedWalletId(token: string, linking: Linking = {}): Promise<string> {
  const { wallet } = await link(token, linking)
  if (wallet === null) throw new Error('the wallet was not linked')
  return wallet.id
}

describe('a request seen by a member', () => {
  test('says what is requested and until when, and nothing of who made it or answered it', async () => {
    const code = await newRequest()
    const alice = await server.signIn(ALICE)
    await answer(alice, code, await linkedWalletId(alice))
    const response = await server.call('GET', `/api/requests/${code}`, {
      token: await server.signIn(BOB),
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
    await server.close()
    server = await startTestServer({ evm: 'in-app' })
    key = await server.newKey()
    const alice = await server.signIn(ALICE)
    const body = { families: ['evm'] }
    const response = await server.call('POST', '/v1/requests', { token: key, body })
    const { code } = v.parse(createRequest.response, await response.json())
    expect((await look(alice, code)).families).toEqual(['evm'])
    const refused = await answer(alice, code, await linkedWalletId(alice, { requestCode: code }))
    expect(await getProblem(refused)).toBe('not-found')
    expect((await received(code)).answers.data).toEqual([])
  })

  test('seeing a request needs a session', async () => {
    const code = await newRequest()
    const response = await server.call('GET', `/api/requests/${code}`)
    expect(await getProblem(response)).toBe('session-missing')
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
  ])('finds no request for a code that is %s, whatever is done with it', async (_, code) => {
    const token = await server.signIn()
    const walletId = await linkedWalletId(token)
    const asked = await server.call('GET', `/api/requests/${code}`, { token })
    expect(await getProblem(asked)).toBe('not-found')
    expect(await getProblem(await answer(token, code, walletId))).toBe('not-found')
    expect(await getProblem(await withdraw(token, code))).toBe('not-found')
  })

  test('a code is no id of anything else', async () => {
    const token = await server.signIn()
    for (const path of ['wallets', 'attempts']) {
      const response = await server.call('GET', `/api/${path}/${UNKNOWN_CODE}`, { token })
      expect(await getProblem(response)).toBe('not-found')
    }
  })
})

describe('an answer', () => {
  test('a member answers with a linked wallet, which member and maker see, and the maker is notified', async () => {
    const code = await newRequest()
    const token = await server.signIn()
    const walletId = await linkedWalletId(token)
    server.events.count = 0
    const response = await answer(token, code, walletId)
    const answeredAt = new Date(server.clock.now).toISOString()
    expect(await response.json()).toMatchObject({ code, answer: { walletId, answeredAt } })
    expect((await look(token, code)).answer).toEqual({ walletId, answeredAt })
    expect(await received(code)).toMatchObject({
      request: { answered: 1 },
      answers: {
        data: [
          {
            user: { telegramId: String(ALICE.id) },
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
    const code = await newRequest()
    const token = await server.signIn()
    const walletId = await linkedWalletId(token)
    const first: unknown = await (await answer(token, code, walletId)).json()
    server.clock.now += 1_000
    expect(await (await answer(token, code, walletId)).json()).toEqual(first)
    expect(await eventTypes()).toEqual(['wallet.linked', 'request.answered'])
  })

  test('the same answer counts once of twenty at the same time', async () => {
    const code = await newRequest()
    const token = await server.signIn()
    const walletId = await linkedWalletId(token)
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => answer(token, code, walletId)),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect((await received(code)).request.answered).toBe(1)
    expect(await eventTypes()).toEqual(['wallet.linked', 'request.answered'])
  })

  test('attack: given and taken back without end becomes no flood of events', async () => {
    const code = await newRequest()
    const token = await server.signIn()
    const walletId = await linkedWalletId(token)
    for (let count = 0; count < 30; count += 1) {
      expect((await answer(token, code, walletId)).status).toBe(200)
      expect((await withdraw(token, code)).status).toBe(200)
      server.clock.now += 10
    }
    const refused = await answer(token, code, walletId)
    expect(refused.headers.get('retry-after')).toBe('5')
    expect(await getProblem(refused)).toBe('rate-limited')
    server.clock.now += 5_000
    expect((await answer(token, code, walletId)).status).toBe(200)
  })

  test('the answers of two members each stand', async () => {
    const code = await newRequest()
    const alice = await server.signIn(ALICE)
    const bob = await server.signIn(BOB)
    const ids = [await linkedWalletId(alice), await linkedWalletId(bob, { seed: 2 })]
    await Promise.all([answer(alice, code, ids[0] ?? ''), answer(bob, code, ids[1] ?? '')])
    const { request, answers } = await received(code)
    expect(request.answered).toBe(2)
    expect(new Set(answers.data.map(({ wallet }) => wallet?.id))).toEqual(new Set(ids))
  })

  test('an answer with another wallet takes the place of the former one', async () => {
    const code = await newRequest()
    const token = await server.signIn()
    await answer(token, code, await linkedWalletId(token))
    const other = await linkedWalletId(token, { seed: 2 })
    await answer(token, code, other)
    const { request, answers } = await received(code)
    expect(request.answered).toBe(1)
    expect(answers.data).toMatchObject([{ wallet: { id: other } }])
  })

  test('refuses an answer with somebody else’s wallet, which reveals nothing', async () => {
    const code = await newRequest()
    const bobs = await linkedWalletId(await server.signIn(BOB))
    const alice = await server.signIn(ALICE)
    expect(await getProblem(await answer(alice, code, bobs))).toBe('not-found')
    expect((await look(alice, code)).answer).toBeNull()
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
    const code = await newRequest()
    const token = await server.signIn()
    const response = await server.call('POST', `/api/requests/${code}/answer`, { token, body })
    expect(await getProblem(response)).toBe('bad-request')
  })

  test('refuses an answer to a closed request, and one from before still stands', async () => {
    const code = await newRequest()
    const token = await server.signIn()
    const walletId = await linkedWalletId(token)
    await answer(token, code, walletId)
    await closeRequest(code)
    const late = await server.signIn(BOB)
    const lateWallet = await linkedWalletId(late, { seed: 2 })
    expect(await getProblem(await answer(late, code, lateWallet))).toBe('request-closed')
    expect(await look(late, code)).toMatchObject({ state: 'closed', answer: null })
    expect(await look(token, code)).toMatchObject({ state: 'closed', answer: { walletId } })
  })

  test('refuses an answer to an expired request from that very moment on', async () => {
    const code = await newRequest()
    const token = await server.signIn()
    const walletId = await linkedWalletId(token)
    expire()
    expect(await getProblem(await answer(token, code, walletId))).toBe('request-closed')
    expect(await look(token, code)).toMatchObject({ state: 'expired', answer: null })
  })
})

describe('an answer taken back', () => {
  test('an answer that is taken back is gone for the maker, who is notified, and can be given again', async () => {
    const code = await newRequest()
    const token = await server.signIn()
    const walletId = await linkedWalletId(token)
    await answer(token, code, walletId)
    server.events.count = 0
    const response = await withdraw(token, code)
    expect(await response.json()).toMatchObject({ code, answer: null })
    expect(await received(code)).toMatchObject({
      request: { answered: 0 },
      answers: { data: [{ wallet: null, withdrawnAt: new Date(server.clock.now).toISOString() }] },
    })
    expect(server.events.count).toBe(1)
    await answer(token, code, walletId)
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
    const code = await newRequest()
    const token = await server.signIn()
    expect((await withdraw(token, code)).status).toBe(200)
    expect(server.events.count).toBe(0)
    expect(await eventTypes()).toEqual([])
  })

  test('the answer of another member stays', async () => {
    const code = await newRequest()
    const alice = await server.signIn(ALICE)
    await answer(alice, code, await linkedWalletId(alice))
    await withdraw(await server.signIn(BOB), code)
    expect((await received(code)).request.answered).toBe(1)
  })

  test.each(['closed', 'expired'] as const)(
    'a member takes an answer back also when the request is %s',
    async (end) => {
      const code = await newRequest()
      const token = await server.signIn()
      await answer(token, code, await linkedWalletId(token))
      if (end === 'closed') await closeRequest(code)
      else expire()
      expect(await (await withdraw(token, code)).json()).toMatchObject({ state: end, answer: null })
    },
  )
})

describe('linking for a request', () => {
  test('a link answers the request in the same moment', async () => {
    const code = await newRequest()
    const token = await server.signIn()
    const linked = await link(token, { requestCode: code })
    expect(linked).toMatchObject({ state: 'linked', requestCode: code })
    expect((await look(token, code)).answer).toMatchObject({ walletId: linked.wallet?.id })
    expect(await eventTypes()).toEqual(['wallet.linked', 'request.answered'])
  })

  test('a link answers also with a wallet that was linked before', async () => {
    const code = await newRequest()
    const token = await server.signIn()
    const walletId = await linkedWalletId(token)
    await link(token, { requestCode: code })
    expect((await look(token, code)).answer).toMatchObject({ walletId })
  })

  test('a wallet is still linked if the request has closed meanwhile', async () => {
    const code = await newRequest()
    const token = await server.signIn()
    const attempt = await newAttempt(token, code)
    await closeRequest(code)
    expect(await prove(token, { attempt, seed: 1 })).toMatchObject({ state: 'linked' })
    expect(await look(token, code)).toMatchObject({ state: 'closed', answer: null })
  })

  test('an answer waits for the wallet’s holder, and counts once they hand it over', async () => {
    const code = await newRequest()
    const bob = await server.signIn(BOB)
    await link(bob)
    const alice = await server.signIn(ALICE)
    const asked = await link(alice, { requestCode: code })
    expect(asked.state).toBe('awaiting-consent')
    expect((await look(alice, code)).answer).toBeNull()
    await server.call('POST', `/api/consents/${asked.id}`, { token: bob, body: { answer: 'move' } })
    const me = await server.call('GET', '/api/me', { token: alice })
    const [wallet] = v.parse(getMe.response, await me.json()).wallets
    expect((await look(alice, code)).answer).toMatchObject({ walletId: wallet?.id })
    expect(await eventTypes()).toEqual(['wallet.linked', 'wallet.moved', 'request.answered'])
  })

  test('an attempt for an unknown request links and answers nothing', async () => {
    const token = await server.signIn()
    expect(await link(token, { requestCode: UNKNOWN_CODE })).toMatchObject({ state: 'linked' })
    expect(await eventTypes()).toEqual(['wallet.linked'])
  })
})

test('the answer of an unlinked wallet no longer names a wallet', async () => {
  const code = await newRequest()
  const token = await server.signIn()
  const walletId = await linkedWalletId(token)
  await answer(token, code, walletId)
  await server.call('DELETE', `/api/wallets/${walletId}`, { token })
  expect((await look(token, code)).answer).toMatchObject({ walletId: null })
  expect((await received(code)).answers.data).toMatchObject([{ wallet: null, withdrawnAt: null }])
})

test('a member who deletes everything leaves no answer behind', async () => {
  const code = await newRequest()
  const token = await server.signIn()
  await answer(token, code, await linkedWalletId(token))
  await server.call('DELETE', '/api/me', { token })
  expect(await received(code)).toMatchObject({ request: { answered: 0 }, answers: { data: [] } })
})
