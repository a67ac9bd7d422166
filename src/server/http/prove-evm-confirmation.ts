import type { Attempt } from '#shared/attempt.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { safeMessageHash } from '#shared/safe-message.ts'
import { exclusiveEvmChains } from '../chains/exclusive-chains.ts'
import type { OwnerConfirmation } from '../multisig/cosignings.ts'
import { recoverCoSigner } from '../verify/co-signatures.ts'
import { decodeHex } from '../verify/decode-hex.ts'
import type { ExclusiveEvmChains, EvmChains } from '../verify/evm-chain.ts'
import { type SignedEvmMessage, verifyEvmSignature } from '../verify/evm-signature.ts'
import { type Cosign, findOpenCosigning, addConfirmation } from './add-confirmation.ts'
import type { HttpDeps } from './http-deps.ts'
import type { ProofInput } from './proving.ts'
import { refuse, type Reply } from './reply.ts'
import { refuseProof } from './settle-proof.ts'
import { timeCheck } from './time-check.ts'

type ConfirmationVerdict =
  | { ok: true; confirmation: OwnerConfirmation }
  | { ok: false; code: ProblemCode }

/** One owner's confirmation for a Safe, by the key of the attempt's account. A contract cannot confirm. */
export async function proveEvmConfirmation(
  proving: ProofInput,
  { cosign, chains, ...signed }: SignedEvmMessage & { cosign: Cosign; chains: EvmChains },
  deps: HttpDeps,
): Promise<Reply<Attempt>> {
  const { attempt, runExclusive } = proving
  const cosigning = await findOpenCosigning(cosign, deps)
  if (cosigning?.multisig.family !== 'evm') return refuse('cosign-closed')
  const verdict = await timeCheck({ family: 'evm', runExclusive, metrics: deps.metrics }, (timed) =>
    cosigning.method === 'signatures'
      ? checkSignature({ ...signed, message: cosigning.message }, cosigning.multisig)
      : checkAgreement(signed, exclusiveEvmChains(chains, timed)),
  )
  return verdict.ok
    ? addConfirmation(proving, { cosign, confirmation: verdict.confirmation }, deps)
    : refuseProof(attempt, verdict.code, deps)
}

/** A signature of the cosigning's text, for this very Safe (EIP-712 `SafeMessage`). */
async function checkSignature(
  { account, message, signature }: SignedEvmMessage,
  safe: EvmAccount,
): Promise<ConfirmationVerdict> {
  const bytes = decodeHex(signature)
  const signed = bytes && (await recoverCoSigner(safeMessageHash(safe, message), bytes))
  if (!signed) return { ok: false, code: 'evm-signature-malformed' }
  if (signed.owner !== account.address) return { ok: false, code: 'evm-signature-invalid' }
  return { ok: true, confirmation: { ...signed, binding: 'hash' } }
}

/**
 * A signature of the text that names the owner's own Telegram account. A signature that only a contract accepts is no
 * owner's confirmation.
 */
async function checkAgreement(
  signed: SignedEvmMessage,
  chains: ExclusiveEvmChains,
): Promise<ConfirmationVerdict> {
  const verdict = await verifyEvmSignature(signed, chains)
  if (!verdict.ok) return verdict
  const { proven, signature } = verdict
  if (proven.level !== 'key') return { ok: false, code: 'cosign-owner-contract' }
  return { ok: true, confirmation: { owner: proven.address, binding: proven.binding, signature } }
}
