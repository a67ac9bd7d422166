import type { TonProof } from '#shared/api/submit-proof.ts'
import type { Attempt } from '#shared/attempt.ts'
import { TEXT_TTL_MS } from '#shared/limits.ts'
import type { ProvenTonWallet } from '#shared/wallet.ts'
import { exclusiveTonChain } from '../chains/exclusive-chains.ts'
import { verifyTonProof } from '../verify/ton-proof.ts'
import { agreementText, attemptText } from './attempt-text.ts'
import {
  type Cosign,
  findOpenCosigning,
  addConfirmation,
  requireOwner,
} from './add-confirmation.ts'
import type { HttpDeps } from './http-deps.ts'
import { presentAttempt, proofDomain } from './present-attempt.ts'
import type { ProofInput } from './proving.ts'
import { accepted, refuse, type Reply } from './reply.ts'
import { lateCode, refuseLate, refuseProof, settleProof } from './settle-proof.ts'
import { timeCheck } from './time-check.ts'

/**
 * A ton_proof links the wallet. Where the operator demands a text, it only fixes the account that must sign the text.
 */
export async function proveTon(
  proving: ProofInput,
  proof: TonProof,
  deps: HttpDeps,
): Promise<Reply<Attempt>> {
  const { user, attempt, runExclusive } = proving
  const { tonChain, publicUrl, metrics, now } = deps
  const expected = {
    payload: attempt.nonce,
    domain: proofDomain(publicUrl),
    network: tonChain.network,
    now: now(),
  }
  const verdict = await timeCheck({ family: 'ton', runExclusive, metrics }, (timed) =>
    verifyTonProof(proof, expected, exclusiveTonChain(tonChain, timed)),
  )
  if (!verdict.ok) return refuseProof(attempt, verdict.code, deps)
  if (attempt.cosign) return proveSigner(proving, { ...verdict, cosign: attempt.cosign }, deps)
  if (!isTextDemanded(deps)) return settleProof(attempt, { ...verdict, acceptedHash: null }, deps)
  const message = attempt.message ?? attemptText(user, attempt, deps)
  return askForText(proving, { message, proven: verdict.proven }, deps)
}

/** One signer's confirmation for a multisig, after a check that the signer may give it. */
async function proveSigner(
  proving: ProofInput,
  { cosign, proven, signature }: { cosign: Cosign; proven: ProvenTonWallet; signature: Uint8Array },
  deps: HttpDeps,
): Promise<Reply<Attempt>> {
  const cosigning = await findOpenCosigning(cosign, deps)
  if (!cosigning) return refuse('cosign-closed')
  const { address: owner, binding } = proven
  if (!isTextDemanded(deps))
    return addConfirmation(proving, { cosign, confirmation: { owner, binding, signature } }, deps)
  const refusal = await requireOwner(proving, { cosigning, address: owner }, deps)
  if (refusal) return refusal
  const { user, attempt } = proving
  const { multisig } = cosigning
  const message = attempt.message ?? agreementText(user, { made: attempt, multisig }, deps)
  return askForText(proving, { message, proven }, deps)
}

function isTextDemanded({ boot }: HttpDeps): boolean {
  return boot.policy.tonText === 'require'
}

async function askForText(
  { attempt }: ProofInput,
  { message, proven }: { message: string; proven: ProvenTonWallet },
  deps: HttpDeps,
): Promise<Reply<Attempt>> {
  const { family, network, address } = proven
  const fixed = await deps.store.fixAccount(
    { id: attempt.id, userId: attempt.userId },
    {
      account: { family, network, address },
      message,
      expiresAt: deps.now() + TEXT_TTL_MS,
    },
    deps.now(),
  )
  if (!fixed) return refuse('not-found')
  if (fixed.state === 'awaiting-signature') return accepted(await presentAttempt(fixed, deps))
  return refuseLate(fixed, lateCode(fixed) ?? 'attempt-settled', deps)
}
