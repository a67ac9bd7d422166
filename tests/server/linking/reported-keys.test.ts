import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { getMe } from '#shared/api/get-me.ts'
import { findWallets } from '#shared/api/host/host-wallet.ts'
import { listEvents } from '#shared/api/host/host-event.ts'
import { TonAttemptSchema } from '#shared/attempt.ts'
import { ProblemSchema } from '#shared/problem.ts'
import type { TonTextBinding } from '#shared/boot.ts'
import { DOMAIN, openTestServer, type TestServer } from '#tests/support/test-server.ts'
import { createTonSigner, type TonSigner } from '#tests/support/ton-signer.ts'
import { ADA, ILYA } from '#tests/support/people.ts'

const seed = (byte: number) => new Uint8Array(32).fill(byte)
/** A wallet whose key only the chain knows. */
const owner = createTonSigner({ kind: 'WalletTg', seed: seed(1), network: '-239' })
/** The same address with another key, as an attacker claims it. */
const thief = createTonSigner({
  kind: 'WalletTg',
  seed: seed(1),
  signingSeed: seed(2),
  network: '-239',
})

let server: TestServer
let ada: string
let ilya: string

async function start(tonText: TonTextBinding = 'offer'): Promise<void> {
  server = await openTestServer({ tonText })
  ada = await server.signIn(ADA)
  ilya = await server.signIn(ILYA)
}

const timestamp = () => Math.floor(server.clock.now / 1_000)

async function post(token: string, path: string, body: unknown) {
  const response = await server.call('POST', path, { token, body })
  const json: unknown = await response.json()
  return { status: response.status, json, headers: response.headers }
}

async function prove(token: string, signer: TonSigner) {
  const { id, payload } = await server.newAttempt(token)
  const proof = signer.sign({ domain: DOMAIN, payload, timestamp: timestamp() })
  return { id, ...(await post(token, `/api/attempts/${id}/proof`, proof)) }
}

async function signText(token: string, id: string, signer: TonSigner) {
  const response = await server.call('GET', `/api/attempts/${id}`, { token })
  const { message } = v.parse(TonAttemptSchema, await response.json())
  const text = signer.signText({ domain: DOMAIN, text: message ?? '', timestamp: timestamp() })
  return post(token, `/api/attempts/${id}/text`, text)
}

async function getWallets(token: string) {
  const response = await server.call('GET', '/api/me', { token })
  return v.parse(getMe.response, await response.json()).wallets
}

const getCode = ({ json }: { json: unknown }) => v.parse(ProblemSchema, json).code

/** The key that one TON API reports, or several that agree. */
const report = (signer: TonSigner, isConfirmed = false) =>
  server.tonChain.setAccount(
    owner.address,
    { status: 'active', publicKey: signer.publicKey },
    isConfirmed,
  )

describe('a key that one TON API alone reported', () => {
  test('a reported key has a key source of its own, for the member, in the events and in the host API', async () => {
    await start()
    report(owner)
    const linked = await prove(ada, owner)
    expect(linked).toMatchObject({ status: 201, json: { wallet: { keySource: 'chain' } } })
    const token = await server.newKey()
    const events = await server.call('GET', '/v1/events', { token })
    expect(v.parse(listEvents.response, await events.json()).data).toMatchObject([
      { type: 'wallet.linked', data: { wallet: { level: 'key', keySource: 'chain' } } },
    ])
    const found = await server.call('GET', `/v1/wallets/ton/${owner.address}`, { token })
    expect(v.parse(findWallets.response, await found.json()).data).toMatchObject([
      { keySource: 'chain' },
    ])
  })

  test('attack: an API that lies about the key moves no wallet, with a sentence or without', async () => {
    await start()
    report(owner)
    await prove(ada, owner)
    report(thief)
    const asked = await prove(ilya, thief)
    expect(asked).toMatchObject({ status: 202, json: { state: 'awaiting-consent', message: null } })
    expect((await signText(ilya, asked.id, thief)).status).toBe(400)
    expect(await getWallets(ada)).toMatchObject([{ address: owner.address }])
    expect(await getWallets(ilya)).toEqual([])
  })

  test('attack: an API that lies about the key moves no wallet where the sentence is demanded', async () => {
    await start('require')
    report(owner)
    const hers = await prove(ada, owner)
    expect(await signText(ada, hers.id, owner)).toMatchObject({ status: 201 })
    report(thief)
    const his = await prove(ilya, thief)
    expect(his).toMatchObject({ status: 202, json: { state: 'awaiting-signature' } })
    const refused = await signText(ilya, his.id, thief)
    expect(refused.status).toBe(409)
    expect(getCode(refused)).toBe('ton-key-unconfirmed')
    expect(await getWallets(ada)).toMatchObject([{ address: owner.address }])
    expect(await getWallets(ilya)).toEqual([])
    const seen = await server.call('GET', `/api/attempts/${his.id}`, { token: ilya })
    expect(await seen.json()).toMatchObject({ state: 'failed', errorCode: 'ton-key-unconfirmed' })
  })

  test('attack: an API that calls a deployed account inactive moves no wallet to the holder of the first key', async () => {
    await start('require')
    report(thief, true)
    const hers = await prove(ada, thief)
    await signText(ada, hers.id, thief)
    server.tonChain.setAccount(owner.address, { status: 'inactive' })
    const his = await prove(ilya, owner)
    expect(getCode(await signText(ilya, his.id, owner))).toBe('ton-key-unconfirmed')
    expect(await getWallets(ada)).toMatchObject([{ keySource: 'chain-confirmed' }])
  })

  test('a reported key moves its wallet when the holder agrees', async () => {
    await start()
    report(owner)
    await prove(ada, owner)
    const { id } = await prove(ilya, owner)
    const answer = { token: ada, body: { answer: 'move' } }
    expect((await server.call('POST', `/api/consents/${id}`, answer)).status).toBe(204)
    expect(await getWallets(ilya)).toMatchObject([{ address: owner.address, keySource: 'chain' }])
  })
})

describe('a key that two TON APIs reported', () => {
  test('a confirmed key moves its wallet by a sentence that names the account', async () => {
    await start()
    report(owner)
    await prove(ada, owner)
    report(owner, true)
    const asked = await prove(ilya, owner)
    expect(await signText(ilya, asked.id, owner)).toMatchObject({
      status: 201,
      json: { state: 'linked', wallet: { keySource: 'chain-confirmed', binding: 'text' } },
    })
    expect(await getWallets(ada)).toEqual([])
  })

  test('a confirmed key moves nothing once one API no longer answers, and the consent stays', async () => {
    await start()
    report(owner)
    await prove(ada, owner)
    report(owner, true)
    const asked = await prove(ilya, owner)
    report(owner)
    const refused = await signText(ilya, asked.id, owner)
    expect(getCode(refused)).toBe('ton-key-unconfirmed')
    const seen = await server.call('GET', `/api/attempts/${asked.id}`, { token: ilya })
    expect(await seen.json()).toMatchObject({ state: 'awaiting-consent' })
  })
})

test('attack: two APIs that name different keys settle nothing, and the same proof may be sent again', async () => {
  await start()
  server.tonChain.setDisagreement(true)
  const attempt = await server.newAttempt(ada)
  const terms = { domain: DOMAIN, payload: attempt.payload, timestamp: timestamp() }
  const path = `/api/attempts/${attempt.id}/proof`
  const refused = await post(ada, path, owner.sign(terms))
  expect(refused.status).toBe(503)
  expect(getCode(refused)).toBe('ton-chain-disagreement')
  expect(refused.headers.get('retry-after')).toBe('2')
  expect(server.logLines.join('')).toContain('TON APIs disagree about the key of an account')
  server.tonChain.setDisagreement(false)
  report(owner, true)
  expect((await post(ada, path, owner.sign(terms))).status).toBe(201)
})
