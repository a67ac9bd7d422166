import { beforeEach, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import fc from 'fast-check'
import type { TonKeyReport } from '#server/chains/ton-chain.ts'
import { ProblemSchema } from '#shared/problem.ts'
import { AttemptSchema } from '#shared/attempt.ts'
import { getMe } from '#shared/api/get-me.ts'
import { getTonAddress, proofFor } from '#tests/support/link-wallet.ts'
import { openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { createTonSigner } from '#tests/support/ton-signer.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

let server: TestServer
beforeEach(async () => void (server = await openTestServer()))

async function post(token: string, attemptId: string, proof: unknown) {
  const response = await server.call('POST', `/api/attempts/${attemptId}/proof`, {
    token,
    body: proof,
  })
  const json: unknown = await response.json()
  return { status: response.status, json }
}

async function getCode(token: string, attemptId: string, proof: unknown): Promise<string> {
  const { json } = await post(token, attemptId, proof)
  return v.parse(ProblemSchema, json).code
}

async function getWallets(token: string) {
  const response = await server.call('GET', '/api/me', { token })
  return v.parse(getMe.response, await response.json()).wallets
}

describe('the call for a TON proof', () => {
  test.each(['v3r2', 'v4r2', 'v5r1', 'WalletTg'] as const)(
    '%s is proven and linked',
    async (kind) => {
      const token = await server.signIn()
      const attempt = await server.newAttempt(token)
      const proof = proofFor(server, { payload: attempt.payload, seed: 9, kind })
      const { status, json } = await post(token, attempt.id, proof)
      expect(status).toBe(201)
      const linked = v.parse(AttemptSchema, json)
      expect(linked).toMatchObject({
        state: 'linked',
        wallet: { address: proof.address, kind, level: 'key', binding: 'domain', primary: true },
      })
      expect(await getWallets(token)).toEqual([linked.wallet])
      expect(server.events.count).toBe(1)
    },
  )

  test('a proof counts in every form that wallets send: a time as text, a network as a number, an empty key', async () => {
    const token = await server.signIn()
    const { id, payload } = await server.newAttempt(token)
    const { proof, ...account } = proofFor(server, { payload, seed: 8, kind: 'v4r2' })
    const sent = {
      ...account,
      network: -239,
      publicKey: '',
      proof: { ...proof, timestamp: String(proof.timestamp) },
    }
    expect((await post(token, id, sent)).status).toBe(201)
  })

  test('the same proof sent twice links once and is then refused as settled', async () => {
    const token = await server.signIn()
    const attempt = await server.newAttempt(token)
    const proof = proofFor(server, { payload: attempt.payload, seed: 1 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => post(token, attempt.id, proof)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    expect(await getWallets(token)).toHaveLength(1)
  })

  test('replay: a proof of a former attempt is refused in a new one', async () => {
    const token = await server.signIn()
    const former = await server.newAttempt(token)
    const proof = proofFor(server, { payload: former.payload, seed: 2, kind: 'v4r2' })
    expect((await post(token, former.id, proof)).status).toBe(201)
    const attempt = await server.newAttempt(token)
    expect(await getCode(token, attempt.id, proof)).toBe('ton-payload-mismatch')
  })

  test("refuses a proof for Ada's attempt in Ilya's", async () => {
    const ada = await server.signIn(ADA)
    const ilya = await server.signIn(ILYA)
    const hers = await server.newAttempt(ada)
    const his = await server.newAttempt(ilya)
    const proof = proofFor(server, { payload: hers.payload, seed: 3, kind: 'v4r2' })
    expect(await getCode(ilya, his.id, proof)).toBe('ton-payload-mismatch')
    expect(await getCode(ilya, hers.id, proof)).toBe('not-found')
    expect(await getWallets(ilya)).toEqual([])
  })

  test('answers 503 with Retry-After while the chain is unreachable, and the same proof succeeds later', async () => {
    const token = await server.signIn()
    const attempt = await server.newAttempt(token)
    const proof = proofFor(server, { payload: attempt.payload, seed: 4, kind: 'WalletTg' })
    server.tonChain.setReachable(false)
    const refused = await server.call('POST', `/api/attempts/${attempt.id}/proof`, {
      token,
      body: proof,
    })
    expect(refused.status).toBe(503)
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(v.parse(ProblemSchema, await refused.json()).code).toBe('ton-chain-unreachable')
    server.tonChain.setReachable(true)
    expect((await post(token, attempt.id, proof)).status).toBe(201)
  })

  test('attack: a flood of proofs by one member asks the chain one query; the others have to wait', async () => {
    const token = await server.signIn()
    const attempt = await server.newAttempt(token)
    const proof = proofFor(server, { payload: attempt.payload, seed: 4, kind: 'WalletTg' })
    const queries: ((answer: TonKeyReport) => void)[] = []
    server.tonChain.accountKey = () => new Promise((resolve) => void queries.push(resolve))
    const statuses: number[] = []
    const codes: string[] = []
    const flood = Array.from({ length: 20 }, async () => {
      const answer = await post(token, attempt.id, proof)
      statuses.push(answer.status)
      if (answer.status !== 201) codes.push(v.parse(ProblemSchema, answer.json).code)
    })
    await expect.poll(() => codes.length, { interval: 5, timeout: 20_000 }).toBe(19)
    expect(new Set(statuses)).toEqual(new Set([429]))
    expect(new Set(codes)).toEqual(new Set(['busy', 'rate-limited']))
    expect(queries).toHaveLength(1)
    for (const answer of queries) answer({ status: 'inactive', isConfirmed: false })
    await Promise.all(flood)
    expect(statuses.at(-1)).toBe(201)
  })

  test('refuses the key of the StateInit once the chain names another', async () => {
    const token = await server.signIn()
    const attempt = await server.newAttempt(token)
    const proof = proofFor(server, { payload: attempt.payload, seed: 5, kind: 'WalletTg' })
    const seed = new Uint8Array(32).fill(6)
    const { publicKey } = createTonSigner({ kind: 'WalletTg', seed, network: '-239' })
    server.tonChain.setAccount(proof.address, { status: 'active', publicKey })
    expect(await getCode(token, attempt.id, proof)).toBe('ton-key-mismatch')
  })

  test('a wrong proof ends its attempt, and the other devices see the reason', async () => {
    const token = await server.signIn()
    const attempt = await server.newAttempt(token)
    const proof = proofFor(server, {
      payload: attempt.payload,
      seed: 7,
      domain: 'evil.example.com',
    })
    expect(await getCode(token, attempt.id, proof)).toBe('ton-domain-mismatch')
    const seen = await server.call('GET', `/api/attempts/${attempt.id}`, { token })
    expect(await seen.json()).toMatchObject({ state: 'failed', errorCode: 'ton-domain-mismatch' })
  })

  test('an expired attempt takes no proof', async () => {
    const token = await server.signIn()
    const attempt = await server.newAttempt(token)
    server.clock.now += 5 * 60_000 + 1
    const proof = proofFor(server, { payload: attempt.payload, seed: 8 })
    expect(await getCode(token, attempt.id, proof)).toBe('attempt-expired')
  })

  test('a domain proof never moves a wallet without its holder’s agreement', async () => {
    const ada = await server.signIn(ADA)
    const ilya = await server.signIn(ILYA)
    const hers = await server.newAttempt(ada)
    await post(ada, hers.id, proofFor(server, { payload: hers.payload, seed: 10 }))
    const his = await server.newAttempt(ilya)
    const asked = await post(ilya, his.id, proofFor(server, { payload: his.payload, seed: 10 }))
    expect(asked).toMatchObject({ status: 202, json: { state: 'awaiting-consent', wallet: null } })
    expect(await getWallets(ada)).toHaveLength(1)

    const me = v.parse(
      getMe.response,
      await (await server.call('GET', '/api/me', { token: ada })).json(),
    )
    expect(me.consents).toMatchObject([{ attemptId: his.id, address: getTonAddress(10) }])
    const path = `/api/consents/${his.id}`
    const stranger = await server.call('POST', path, { token: ilya, body: { answer: 'move' } })
    expect(stranger.status).toBe(404)
    const moved = await server.call('POST', path, { token: ada, body: { answer: 'move' } })
    expect(moved.status).toBe(204)
    expect(await getWallets(ada)).toEqual([])
    expect(await getWallets(ilya)).toMatchObject([{ address: getTonAddress(10), primary: true }])

    await server.call('DELETE', '/api/me', { token: ada })
    const receipts = await server.store.leaseReceipts(server.clock.now, server.clock.now + 1, 10)
    expect(receipts.map(({ event }) => event.type)).toEqual(['wallet.moved'])
  })

  test('no body of any shape crashes the call, hangs it or gets a 500', async () => {
    const token = await server.signIn()
    const attempt = await server.newAttempt(token)
    const text = fc.oneof(fc.string(), fc.base64String(), fc.constantFrom('-239', '0:00', '\u0000'))
    const almost = fc.record({
      address: text,
      network: fc.oneof(fc.constant('-239'), text),
      stateInit: text,
      publicKey: fc.option(text, { nil: undefined }),
      proof: fc.record({
        timestamp: fc.oneof(fc.integer(), fc.double(), text),
        domain: fc.record({ lengthBytes: fc.integer(), value: text }),
        payload: fc.oneof(fc.constant(attempt.payload), text),
        signature: text,
      }),
    })
    await fc.assert(
      fc.asyncProperty(fc.oneof(almost, fc.json(), fc.anything()), async (body) => {
        const response = await server.call('POST', `/api/attempts/${attempt.id}/proof`, {
          token,
          body,
        })
        expect(response.status).toBeLessThan(500)
        expect(response.status).toBeGreaterThanOrEqual(400)
      }),
      { numRuns: 150 },
    )
  })
})
