import { timingSafeEqual } from 'node:crypto'
import type { TonProof } from '#shared/api/submit-ton-proof.ts'
import { PROOF_MAX_AGE_S, PROOF_MAX_AHEAD_S } from '#shared/limits.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { type TonAddress, parseTonAddress } from '#shared/ton-address.ts'
import type { ProvenTonWallet, TonNetwork } from '#shared/wallet.ts'
import { accountKey } from './account-key.ts'
import { decodeBase64 } from './decode-base64.ts'
import { isSignedBy } from './ed25519.ts'
import { recogniseStateInit } from './standard-state-init.ts'
import { type StateInit, parseStateInit } from './state-init.ts'
import type { TonChain } from './ton-chain.ts'
import { tonProofDigest } from './ton-proof-digest.ts'

/** Why a ton_proof is refused. */
type TonProofProblem = Extract<ProblemCode, `ton-${string}`>

export type TonProofVerdict =
  | { ok: true; proven: ProvenTonWallet; signature: Uint8Array }
  | { ok: false; code: TonProofProblem }

/** What the proof must have been made for. */
export type ExpectedTonProof = {
  /** The attempt's nonce, as it was given to the wallet. */
  payload: string
  /** Host, and port if not the default one, of the TON Connect manifest's url. */
  domain: string
  network: TonNetwork
  /** Our clock, in milliseconds. */
  now: number
}

const SIGNATURE_BYTES = 64
const PUBLIC_KEY = /^[0-9a-f]{64}$/i

/**
 * Checks everything about a ton_proof but whether its payload was used before: consuming the payload is the
 * caller's next and last step, in the transaction that links the wallet.
 *
 * The first check that fails gives the code. `ton-chain-unreachable` says nothing about the proof: the same
 * one may be sent again.
 *
 * @param chain must be of the expected network
 * @see https://docs.ton.org/applications/ton-connect/how-to/ton-proof
 */
export async function verifyTonProof(
  proof: TonProof,
  expected: ExpectedTonProof,
  chain: TonChain,
): Promise<TonProofVerdict> {
  if (chain.network !== expected.network) throw new TypeError('chain of another network')
  if (proof.network !== expected.network) return refuse('ton-network-mismatch')
  const address = parseTonAddress(proof.address)
  if (address === null) return refuse('ton-address-malformed')
  if (isOfOtherNetwork(address, expected.network)) return refuse('ton-network-mismatch')
  const mismatch = findMismatch(proof.proof, expected)
  if (mismatch !== null) return refuse(mismatch)
  const signature = decodeBase64(proof.proof.signature)
  if (signature?.length !== SIGNATURE_BYTES) return refuse('ton-signature-malformed')
  const stateInit = readStateInit(proof.stateInit)
  if (stateInit === null) return refuse('ton-state-init-malformed')
  if (stateInit.hash !== address.hash) return refuse('ton-state-init-mismatch')
  return verifySignature({ proof, address, stateInit, signature }, chain)
}

type Claim = { proof: TonProof; address: TonAddress; stateInit: StateInit; signature: Buffer }

async function verifySignature(
  { proof, address, stateInit, signature }: Claim,
  chain: TonChain,
): Promise<TonProofVerdict> {
  const key = await accountKey({ address: address.raw, stateInit }, chain)
  if (!key.ok) return refuse(key.code)
  const { publicKey, kind, keySource } = key
  if (proof.publicKey !== undefined && !isKey(publicKey, proof.publicKey)) {
    return refuse('ton-key-mismatch')
  }
  const message = tonProofDigest(address, proof.proof)
  if (!isSignedBy({ publicKey, message, signature })) return refuse('ton-signature-invalid')
  return {
    ok: true,
    proven: {
      family: 'ton',
      network: chain.network,
      address: address.raw,
      kind,
      level: 'key',
      binding: 'domain',
      keySource,
    },
    signature,
  }
}

function refuse(code: TonProofProblem): TonProofVerdict {
  return { ok: false, code }
}

/** Only a friendly address says for which network it was written; the raw form fits both. */
function isOfOtherNetwork({ testOnly }: TonAddress, network: TonNetwork): boolean {
  return testOnly !== null && testOnly !== (network === '-3')
}

/**
 * The length is compared although the digest takes ours: a wallet that signed with another length signed
 * another message, in which domain and payload are cut elsewhere.
 */
function findMismatch(
  { domain, timestamp, payload }: TonProof['proof'],
  expected: ExpectedTonProof,
): TonProofProblem | null {
  const nowSeconds = Math.floor(expected.now / 1_000)
  if (domain.lengthBytes !== Buffer.byteLength(domain.value)) return 'ton-domain-length-mismatch'
  if (domain.value !== expected.domain) return 'ton-domain-mismatch'
  if (timestamp < nowSeconds - PROOF_MAX_AGE_S) return 'ton-proof-expired'
  if (timestamp > nowSeconds + PROOF_MAX_AHEAD_S) return 'ton-proof-from-future'
  if (!isSameText(payload, expected.payload)) return 'ton-payload-mismatch'
  return null
}

function isSameText(given: string, expected: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(expected)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function readStateInit(base64: string): StateInit | null {
  const bytes = decodeBase64(base64)
  if (bytes === null) return null
  return recogniseStateInit(bytes) ?? parseStateInit(bytes)
}

function isKey(key: Buffer, claimedHex: string): boolean {
  return PUBLIC_KEY.test(claimedHex) && key.equals(Buffer.from(claimedHex, 'hex'))
}
