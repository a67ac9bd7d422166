import type { TonText } from '#shared/api/submit-text.ts'
import type { KeyEvidence } from '#proof/document.ts'
import { exclusiveTonChain, timeCheck } from '../chains/user-queue.ts'
import type { StoredAttempt } from '../store/linking/attempts.ts'
import { getHost } from '#proof/site.ts'
import { toTonTextEvidence } from '../proofs/evidence.ts'
import { verifyTonText } from '../verify/ton-text.ts'
import { attemptTextExpiry } from './ton-messages.ts'
import { type Cosign, confirm } from './confirm.ts'
import type { LinkingDeps } from './linking-deps.ts'
import {
  lateCode,
  type Outcome,
  type Proving,
  refuse,
  refuseLate,
  refuseText,
  refuseUnchanged,
  settle,
} from './settle.ts'

type TonTextVerdict = Awaited<ReturnType<typeof verifyTonText>>
type TextVerdict =
  | (Extract<TonTextVerdict, { ok: true }> & { proof: KeyEvidence })
  | Extract<TonTextVerdict, { ok: false }>

/** The text that names the member, signed by the same wallet as the attempt's ton_proof. */
export async function proveText(
  proving: Proving,
  text: TonText,
  deps: LinkingDeps,
): Promise<Outcome> {
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

async function checkText(
  { attempt, runExclusive }: Proving,
  { text, message, address }: SignedProofText,
  { tonChain, publicUrl, metrics, now }: LinkingDeps,
): Promise<TextVerdict> {
  const expected = {
    message,
    domain: getHost(publicUrl),
    network: tonChain.network,
    address,
    issuedAt: attempt.createdAt,
    now: now(),
  }
  const verdict = await timeCheck({ family: 'ton', runExclusive, metrics }, (timed) =>
    verifyTonText(text, expected, exclusiveTonChain(tonChain, timed)),
  )
  if (!verdict.ok) return verdict
  const { chainKey } = verdict
  const { nonce } = attempt
  return { ...verdict, proof: toTonTextEvidence(text, { text: message, nonce, chainKey }) }
}

/**
 * Completes an attempt for which the operator demands the text, or which takes a wallet that another member holds. The
 * text names the requester, so the holder need not agree.
 */
async function claim(proving: Proving, verdict: TextVerdict, deps: LinkingDeps): Promise<Outcome> {
  const { attempt } = proving
  if (verdict.ok && attempt.cosign)
    return confirmByText(proving, { ...verdict, cosign: attempt.cosign }, deps)
  if (verdict.ok) return settle(attempt, { ...verdict, accepted: null }, deps)
  return refuseText(attempt, verdict.code, deps)
}

/** One signer's confirmation for a multisig. */
function confirmByText(
  proving: Proving,
  { cosign, proven, proof }: Extract<TextVerdict, { ok: true }> & { cosign: Cosign },
  deps: LinkingDeps,
): Promise<Outcome> {
  const { address: owner, binding } = proven
  const confirmation = { method: 'agreements', owner, binding, proof } as const
  return confirm(proving, { cosign, confirmation }, deps)
}

/** The wallet is linked already; the text raises its binding. */
async function raise(
  attempt: StoredAttempt,
  check: (address: string) => Promise<TextVerdict>,
  deps: LinkingDeps,
): Promise<Outcome> {
  const { id, userId, walletId } = attempt
  const linked = walletId === null ? undefined : await deps.store.findWallet(walletId, userId)
  if (!linked) return refuseLate(attempt, 'attempt-settled', deps)
  const verdict = await check(linked.address)
  if (!verdict.ok) return refuseUnchanged(attempt, verdict.code, deps)
  const { proven, proof } = verdict
  const raised = await deps.store.raiseBinding({
    attemptId: id,
    userId,
    proven,
    proof,
    now: deps.now(),
  })
  if (!raised) return refuseLate(attempt, 'attempt-settled', deps)
  deps.onEvent()
  return { kind: 'linked', attempt, wallet: raised }
}
