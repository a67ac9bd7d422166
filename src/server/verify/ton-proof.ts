import { timingSafeEqual } from 'node:crypto'
import type { TonProof } from '#shared/ton-proof.ts'
import { PROOF_MAX_AGE_S, PROOF_MAX_AHEAD_S } from '#shared/limits.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import { nodeSha256 } from './bytes.ts'
import type { ExclusiveTonChain } from './ton-chain.ts'
import { tonProofDigest } from '#proof/ton/digests.ts'
import { type TonProblem, type TonVerdict, verifyTonSigned } from './ton-signed.ts'

/** The values that the proof must have been made for. */
export type ExpectedTonProof = {
  /** The attempt's nonce, as it was given to the wallet. */
  payload: string
  /** Host, and port if not the default one, of the TON Connect manifest's url. */
  domain: string
  network: TonNetwork
  /** Our clock, in milliseconds. */
  now: number
}

/**
 * Checks everything about a ton_proof except whether its payload was used before. The caller's next and last step is to
 * consume the payload, in the transaction that links the wallet.
 *
 * The first check that fails gives the code. `ton-chain-unreachable` is no verdict on the proof: the same one may be
 * sent again.
 *
 * @param chain must be of the expected network
 * @see https://docs.ton.org/applications/ton-connect/how-to/ton-proof
 */
export async function verifyTonProof(
  claim: TonProof,
  expected: ExpectedTonProof,
  chain: ExclusiveTonChain,
): Promise<TonVerdict> {
  if (chain.network !== expected.network) throw new TypeError('chain of another network')
  const { proof } = claim
  return verifyTonSigned(
    {
      claim,
      signature: proof.signature,
      binding: 'domain',
      findMismatch: () => findMismatch(proof, expected),
      digestFor: (account) =>
        tonProofDigest(account, { ...proof, domain: proof.domain.value }, nodeSha256),
      notSigned: 'ton-signature-invalid',
    },
    chain,
  )
}

/**
 * The length is compared although the digest uses ours, because a wallet that signed with another length signed another
 * message, with a different split between domain and payload.
 */
function findMismatch(
  { domain, timestamp, payload }: TonProof['proof'],
  expected: ExpectedTonProof,
): TonProblem | null {
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
