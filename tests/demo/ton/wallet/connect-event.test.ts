import { describe, expect, test } from 'vitest'
import {
  ACCOUNT_KINDS,
  type TonAccountKind,
  accountKey,
  createAccount,
} from '#demo/ton/wallet/accounts.ts'
import type { TonBehaviour } from '#demo/ton/wallet/behaviour.ts'
import { type ConnectEvent, createConnectEvent } from '#demo/ton/wallet/connect-event.ts'
import { judgeTonProof } from '#server/proofs/judge-ton.ts'
import { createTestTonChain } from '#tests/support/ton-chain.ts'
import { getTonTerms } from '#tests/support/ton-terms.ts'

const NOW_S = 1_795_190_400
const DOMAIN = '127.0.0.1:8080'
const EXPECTED = getTonTerms({ domain: DOMAIN, now: NOW_S * 1_000 })
const PAYLOAD = EXPECTED.payload

describe('answer of the demo wallet', () => {
  test.each(ACCOUNT_KINDS)('makes a valid proof for the %s account', async (kind) => {
    expect(await verdictOn(answer(kind, 'honest'))).toMatchObject({ ok: true })
  })

  test('makes a valid proof for a rotatable account with a replaced key', async () => {
    const event = answer('rotatable', 'honest', 3)
    expect(await verdictOn(event, chainWithRotation(3))).toMatchObject({ ok: true })
  })

  test.each([
    ['wrong-key', 'ton-key-mismatch'],
    ['wrong-domain', 'ton-domain-mismatch'],
    ['stale-timestamp', 'ton-proof-expired'],
    ['future-timestamp', 'ton-proof-from-future'],
    ['wrong-network', 'ton-network-mismatch'],
    ['garbage-signature', 'ton-signature-invalid'],
  ] as const)('makes a proof that the server refuses with a %s', async (behaviour, code) => {
    expect(await verdictOn(answer('v5r1', behaviour))).toEqual({ ok: false, code })
  })

  test('makes a proof that the server refuses with a rotated-out key', async () => {
    const event = answer('rotatable', 'rotated-out-key', 2)
    const verdict = await verdictOn(event, chainWithRotation(2))
    expect(verdict).toEqual({ ok: false, code: 'ton-key-mismatch' })
  })

  test('omits the proof when it is set to', () => {
    const names = answer('v4r2', 'no-proof').payload.items.map(({ name }) => name)
    expect(names).toEqual(['ton_addr'])
  })

  test('sends no proof when none was requested', () => {
    const { payload } = createConnectEvent({
      ...terms('v4r2', 'honest', 0),
      request: { manifestUrl: 'http://127.0.0.1:8080/m.json', items: [{ name: 'ton_addr' }] },
    })
    expect(payload.items).toHaveLength(1)
  })
})

function terms(kind: TonAccountKind, behaviour: TonBehaviour, rotation: number) {
  return {
    eventId: 1,
    request: {
      manifestUrl: 'http://127.0.0.1:8080/m.json',
      items: [{ name: 'ton_addr' as const }, { name: 'ton_proof' as const, payload: PAYLOAD }],
    },
    account: testAccount(kind),
    rotation,
    behaviour,
    domain: DOMAIN,
    timestamp: NOW_S,
    walletApp: 'clasp-demo-wallet',
  }
}

function answer(kind: TonAccountKind, behaviour: TonBehaviour, rotation = 0): ConnectEvent {
  return createConnectEvent(terms(kind, behaviour, rotation))
}

function testAccount(kind: TonAccountKind) {
  return createAccount({ kind, seed: 'seed', network: '-239' })
}

function chainWithRotation(rotation: number) {
  const chain = createTestTonChain()
  const account = testAccount('rotatable')
  const { publicKey } = accountKey(account, rotation)
  chain.setAccount(account.address, { status: 'active', publicKey })
  return chain
}

async function verdictOn(event: ConnectEvent, chain = createTestTonChain()) {
  const [address, reply] = event.payload.items
  if (address?.name !== 'ton_addr' || !('address' in address)) throw new Error('no address')
  if (reply?.name !== 'ton_proof' || !('proof' in reply)) throw new Error('no proof')
  const proof = {
    address: address.address,
    network: address.network,
    stateInit: address.walletStateInit,
    publicKey: address.publicKey,
    proof: reply.proof,
  }
  return judgeTonProof(proof, EXPECTED, chain)
}
