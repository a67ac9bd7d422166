import type { TonText } from '#shared/api/submit-text.ts'
import { exclusiveTonChain, timeCheck } from '../chains/user-queue.ts'
import type { StoredAttempt } from '../store/rows/attempt-rows.ts'
import { judgeTonText, type TonVerdict } from '../proofs/judge-ton.ts'
import type { StoredMultisig } from '../store/database/stored.ts'
import { attemptTextExpiry, getCommitted } from './ton-messages.ts'
import { type Cosign, confirm, findOpenCosigning } from './confirm.ts'
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

/** The text that names the member, signed by the same wallet as the attempt's ton_proof. */
export async function proveText(
  proving: Proving,
  text: TonText,
  deps: LinkingDeps,
): Promise<Outcome> {
  const { attempt } = proving
  const { state, family, message } = attempt
  if (family !== 'ton' || message === null) return refuse('bad-request')
  const cosigning = attempt.cosign && (await findOpenCosigning(attempt.cosign, deps))
  if (cosigning === undefined) return refuse('cosign-closed')
  const multisig = cosigning && cosigning.multisig
  const check = (address: string | null) =>
    checkText(proving, { text, message, address, multisig }, deps)
  const late = lateForText(attempt, deps.now())
  if (late) return refuseLate(attempt, late, deps)
  switch (state) {
    case 'awaiting-signature':
    case 'awaiting-consent':
      return complete(proving, await check(attempt.account?.address ?? null), deps)
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
  /** Null where the attempt links the wallet itself. */
  multisig: StoredMultisig | null
}

async function checkText(
  { user, attempt, runExclusive }: Proving,
  { text, message, address, multisig }: SignedProofText,
  deps: LinkingDeps,
): Promise<TonVerdict> {
  const { tonChain, metrics, now } = deps
  const { nonce, createdAt: issuedAt } = attempt
  const committed = getCommitted(user, { nonce, multisig }, deps)
  const terms = { committed, message, address, issuedAt, now: now() }
  return timeCheck({ family: 'ton', runExclusive, metrics }, (timed) =>
    judgeTonText(text, terms, exclusiveTonChain(tonChain, timed)),
  )
}

/**
 * Completes an attempt for which the operator demands the text, or which takes a wallet that another member holds. The
 * text names the requester, so the holder need not agree.
 */
async function complete(
  proving: Proving,
  verdict: TonVerdict,
  deps: LinkingDeps,
): Promise<Outcome> {
  const { attempt } = proving
  if (verdict.ok && attempt.cosign)
    return confirmByText(proving, { ...verdict, cosign: attempt.cosign }, deps)
  if (verdict.ok) return settle(attempt, { ...verdict, accepted: null }, deps)
  return refuseText(attempt, verdict.code, deps)
}

/** One signer's confirmation for a multisig. */
function confirmByText(
  proving: Proving,
  { cosign, proven, proof }: Extract<TonVerdict, { ok: true }> & { cosign: Cosign },
  deps: LinkingDeps,
): Promise<Outcome> {
  const { address: owner, binding } = proven
  const confirmation = { method: 'agreements', owner, binding, proof } as const
  return confirm(proving, { cosign, confirmation }, deps)
}

/** The wallet is linked already; the text raises its binding. */
async function raise(
  attempt: StoredAttempt,
  check: (address: string) => Promise<TonVerdict>,
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
