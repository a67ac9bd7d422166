import { createHash, createPublicKey, verify } from 'node:crypto'
import { Address, Cell, contractAddress, loadStateInit } from '@ton/core'
import type { TonProof } from '#shared/ton-proof.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import { commitToAccount, type Committed } from '#proof/commitment.ts'
import { tonChainId } from '#proof/account-id.ts'
import { createTonSigner, getProofDigest } from '#tests/support/ton-signer.ts'
import { telegramId } from './seed-database.ts'

/** `committed`: what the wallet signed a commitment to. */
export type TonProofCase = { proof: TonProof; committed: Committed }

type TonCaseTerms = {
  domain: string
  network: TonNetwork
  /** Seconds. */
  timestamp: number
}

const KINDS = ['v3r2', 'v4r2', 'v5r1'] as const
const PUBLIC_KEY_OFFSETS: ReadonlyMap<string, number> = new Map([
  ['84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599', 64],
  ['feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0', 64],
  ['20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f', 65],
])

/** Proofs of `count` different wallets, the three standard kinds in turn, each by the member of the same number. */
export function makeTonProofCases(count: number, terms: TonCaseTerms): TonProofCase[] {
  return Array.from({ length: count }, (_, index) => {
    const kind = KINDS[index % KINDS.length] ?? 'v5r1'
    const seed = createHash('sha256').update(`wallet ${index}`).digest()
    const nonce = createHash('sha256').update(`nonce ${index}`).digest('base64url')
    const { domain, network } = terms
    const committed = { chain: tonChainId(network), domain, telegramId: telegramId(index), nonce }
    const payload = commitToAccount(committed)
    const signer = createTonSigner({ kind, seed, network })
    return { committed, proof: signer.sign({ ...terms, payload }) }
  })
}

/**
 * The plain full check that ours is measured against: StateInit parsed with @ton/core, address and key from
 * it, Ed25519 by `node:crypto` with a JWK.
 */
export function bareFullCheck({ address: claimed, stateInit, proof }: TonProof): boolean {
  const address = Address.parse(claimed)
  const init = loadStateInit(Cell.fromBase64(stateInit).beginParse())
  if (!init.code || !init.data) return false
  if (!contractAddress(address.workChain, init).equals(address)) return false
  const offset = PUBLIC_KEY_OFFSETS.get(init.code.hash().toString('hex'))
  if (offset === undefined) return false
  const x = init.data.beginParse().skip(offset).loadBuffer(32).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const digest = getProofDigest(address, { ...proof, domain: proof.domain.value })
  return verify(null, digest, key, Buffer.from(proof.signature, 'base64'))
}
