import type { TonText } from '#shared/api/submit-text.ts'
import type { Attempt } from '#shared/attempt.ts'
import { exclusiveTonChain } from '../chains/exclusive-chains.ts'
import type { StoredAttempt } from '../store/linking/attempts.ts'
import { verifyTonText } from '../verify/ton-text.ts'
import { type Cosign, addConfirmation } from './add-confirmation.ts'
import type { HttpDeps } from './http-deps.ts'
import { presentLinked, proofDomain } from './present-attempt.ts'
import type { ProofInput } from './proving.ts'
import { created, refuse, type Reply } from './reply.ts'
import { lateCode, refuseLate, refuseText, refuseUnchanged, settleProof } from './settle-proof.ts'
import { timeCheck } from './time-check.ts'
import { attemptTextExpiry } from './attempt-text.ts'

type TextVerdict = Awaited<ReturnType<typeof verifyTonText>>

/** The text that names the member, signed by the same wallet as the attempt's ton_proof. */
export async function proveText(
  proving: ProofInput,
  text: TonText,
  deps: HttpDeps,
): Promise<Reply<Attempt>> {
  const { attempt } = proving
  const { state, family, message } = attempt
  if (family !== 'ton' || message === null) return refuse('bad-request')
  const check = (address: string | null) => checkText(proving, { text, message, address }, deps)
  const late = lateForText(attempt, deps.now())
  if (late) return refuseLate(attempt, late, deps)
  switch (state) {
    case 'awaiting-signature':
    case 'awaiting-consent':
      return claim(proving, await check(attempt.account?.address ?? null), deps)
    case 'linked':
      return raise(attempt, check, deps)
    // There is no proof yet that the text could strengthen.
    default:
      return refuse('bad-request')
  }
}

function lateForText(attempt: StoredAttempt, now: number): ReturnType<typeof lateCode> {
  if (attemptTextExpiry(attempt) <= now) return 'attempt-expired'
  return attempt.state === 'linked' ? undefined : lateCode(attempt)
}

type SignedProofText = {
  text: TonText
  message: string
  /** The address whose signature it must be; null where the store knows it. */
  address: string | null
}

function checkText(
  { attempt, runExclusive }: ProofInput,
  { text, message, address }: SignedProofText,
  { tonChain, publicUrl, metrics, now }: HttpDeps,
): Promise<TextVerdict> {
  const expected = {
    message,
    domain: proofDomain(publicUrl),
    network: tonChain.network,
    address,
    issuedAt: attempt.createdAt,
    now: now(),
  }
  return timeCheck({ family: 'ton', runExclusive, metrics }, (timed) =>
    verifyTonText(text, expected, exclusiveTonChain(tonChain, timed)),
  )
}

/**
 * Completes an attempt for which the operator demands the text, or which takes a wallet that another member holds. The
 * text names the requester, so the holder need not agree.
 */
async function claim(
  proving: ProofInput,
  verdict: TextVerdict,
  deps: HttpDeps,
): Promise<Reply<Attempt>> {
  const { attempt } = proving
  if (verdict.ok && attempt.cosign)
    return confirm(proving, { ...verdict, cosign: attempt.cosign }, deps)
  if (verdict.ok) return settleProof(attempt, { ...verdict, acceptedHash: null }, deps)
  return refuseText(attempt, verdict.code, deps)
}

/** One signer's confirmation for a multisig. */
function confirm(
  proving: ProofInput,
  { cosign, proven, signature }: Extract<TextVerdict, { ok: true }> & { cosign: Cosign },
  deps: HttpDeps,
): Promise<Reply<Attempt>> {
  const { address: owner, binding } = proven
  return addConfirmation(proving, { cosign, confirmation: { owner, binding, signature } }, deps)
}

/** The wallet is linked already; the text raises its binding. */
async function raise(
  attempt: StoredAttempt,
  check: (address: string) => Promise<TextVerdict>,
  deps: HttpDeps,
): Promise<Reply<Attempt>> {
  const { id, userId, walletId } = attempt
  const linked = walletId === null ? undefined : await deps.store.findWallet(walletId, userId)
  if (!linked) return refuseLate(attempt, 'attempt-settled', deps)
  const verdict = await check(linked.address)
  if (!verdict.ok) return refuseUnchanged(attempt, verdict.code, deps)
  const { proven, signature } = verdict
  const raised = await deps.store.raiseBinding({
    attemptId: id,
    userId,
    proven,
    signature,
    now: deps.now(),
  })
  if (!raised) return refuseLate(attempt, 'attempt-settled', deps)
  deps.onEvent()
  return created(presentLinked(attempt, raised, deps))
}
