import type { TonProof } from '#shared/api/submit-proof.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { type TonAddress, parseTonAddress } from '#shared/ton-address.ts'
import type { ChainKey } from '#proof/document.ts'
import type { Binding, ProvenTonWallet, TonNetwork } from '#shared/wallet.ts'
import { accountKey, isKeyOnChain } from './account-key.ts'
import { decodeBase64 } from './decode-base64.ts'
import { isSignedBy } from './ed25519.ts'
import { recogniseStateInit } from './standard-state-init.ts'
import { type StateInit, parseStateInit } from '#proof/ton/state-init.ts'
import type { ExclusiveTonChain } from './ton-chain.ts'

/** Why a signature of a TON wallet is refused. */
export type TonProblem = Extract<ProblemCode, `ton-${string}`>

export type TonVerdict =
  | {
      ok: true
      proven: ProvenTonWallet
      /** What the chain said of the key; null if the StateInit alone gives it. */
      chainKey: ChainKey | null
    }
  | { ok: false; code: TonProblem | 'busy' }

/** The account details that a wallet sends with a signature. */
type TonClaim = Pick<TonProof, 'address' | 'network' | 'stateInit' | 'publicKey'>

/** Something that a TON wallet has signed, and how to check it. */
export type TonSigned = {
  claim: TonClaim
  /** Ed25519, base64. */
  signature: string
  binding: Binding
  /** Why it does not match the request to the wallet; null if it may match. This runs before any costly check. */
  findMismatch: (account: TonAddress) => TonProblem | null
  /** The digest that the account's key must have signed. */
  digestFor: (account: TonAddress) => Uint8Array
  /** The problem code for a signature by another key, or of something else. */
  notSigned: TonProblem
}

const SIGNATURE_BYTES = 64
const PUBLIC_KEY = /^[0-9a-f]{64}$/i

/**
 * Checks account, key and signature for something that a TON wallet signed, on the chain's network. The first check
 * that fails gives the code. `ton-chain-unreachable` is no verdict on the signature: the same one may be sent again.
 */
export async function verifyTonSigned(
  signed: TonSigned,
  chain: ExclusiveTonChain,
): Promise<TonVerdict> {
  const { claim } = signed
  if (claim.network !== chain.network) return refuse('ton-network-mismatch')
  const address = parseTonAddress(claim.address)
  if (address === null) return refuse('ton-address-malformed')
  if (isOfOtherNetwork(address, chain.network)) return refuse('ton-network-mismatch')
  const mismatch = signed.findMismatch(address)
  if (mismatch !== null) return refuse(mismatch)
  const signature = decodeBase64(signed.signature)
  if (signature?.length !== SIGNATURE_BYTES) return refuse('ton-signature-malformed')
  const stateInit = readStateInit(claim.stateInit)
  if (stateInit === null) return refuse('ton-state-init-malformed')
  if (stateInit.hash !== address.hash) return refuse('ton-state-init-mismatch')
  return verifySignature(signed, { address, stateInit, signature }, chain)
}

/** Whether verification may query the chain about this account. It does so before it checks the signature. */
export function asksChain({ stateInit }: Pick<TonClaim, 'stateInit'>): boolean {
  const parsed = readStateInit(stateInit)
  return parsed !== null && isKeyOnChain(parsed)
}

type SignedAccount = { address: TonAddress; stateInit: StateInit; signature: Buffer }

async function verifySignature(
  { claim, binding, digestFor, notSigned }: TonSigned,
  { address, stateInit, signature }: SignedAccount,
  chain: ExclusiveTonChain,
): Promise<TonVerdict> {
  const key = await accountKey({ address: address.raw, stateInit }, chain)
  if (!key.ok) return refuse(key.code)
  const { publicKey, kind, keySource, chainKey } = key
  if (claim.publicKey !== undefined && !isKey(publicKey, claim.publicKey)) {
    return refuse('ton-key-mismatch')
  }
  if (!isSignedBy({ publicKey, message: digestFor(address), signature })) return refuse(notSigned)
  const { network } = chain
  const proven = { family: 'ton', network, address: address.raw, kind, keySource } as const
  return { ok: true, proven: { ...proven, level: 'key', binding }, chainKey }
}

function refuse(code: TonProblem | 'busy'): TonVerdict {
  return { ok: false, code }
}

/** Only a friendly address names its network. The raw form is valid on both. */
function isOfOtherNetwork({ testOnly }: TonAddress, network: TonNetwork): boolean {
  return testOnly !== null && testOnly !== (network === '-3')
}

function readStateInit(base64: string): StateInit | null {
  const bytes = decodeBase64(base64)
  if (bytes === null) return null
  return recogniseStateInit(bytes) ?? parseStateInit(bytes)
}

function isKey(key: Buffer, claimedHex: string): boolean {
  return PUBLIC_KEY.test(claimedHex) && key.equals(Buffer.from(claimedHex, 'hex'))
}
