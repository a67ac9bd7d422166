import { isSettled } from '#shared/attempt.ts'
import { CONSENT_TTL_MS, WALLETS_PER_USER } from '#shared/limits.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import type { RunExclusive } from '../chains/user-queue.ts'
import type { Log } from '../log/log.ts'
import { PROBLEM_LINES } from '../log/problem-lines.ts'
import { type RateLimit, takeOne } from '../store/database/rate-limits.ts'
import { answerAsMember } from '../requests/membership.ts'
import type { LinkInput, LinkOutcome } from '../store/linking/link-wallet.ts'
import type { StoredAttempt } from '../store/rows/attempt-rows.ts'
import type { StoredUser, StoredWallet } from '../store/database/stored.ts'
import type { LinkingDeps } from './linking-deps.ts'

/** The attempt of a call, its member, and the member's turn to query a chain. */
export type Proving = { user: StoredUser; attempt: StoredAttempt; runExclusive: RunExclusive }

/** The result of a step of an attempt, with the attempt as it then is. */
export type Outcome =
  | { kind: 'started'; attempt: StoredAttempt }
  /** `setback`: why the owners of the Safe at the account are not asked to sign one by one. */
  | { kind: 'account-fixed'; attempt: StoredAttempt; setback?: 'cosign-no-keys' }
  /** The account is a contract on each of these chains, so that none is fixed. */
  | { kind: 'on-several-chains'; attempt: StoredAttempt; contractOn: number[] }
  /** The wallet's holder must agree, or the same wallet must sign a text. */
  | { kind: 'waiting'; attempt: StoredAttempt }
  /** An owner's confirmation was added. It alone links nothing. */
  | { kind: 'confirmed'; attempt: StoredAttempt }
  | { kind: 'linked'; attempt: StoredAttempt; wallet: StoredWallet }
  | LinkingRefusal

/** @param retryAfterMs when to try again. @default a moment later, where a retry helps */
export type LinkingRefusal = { kind: 'refused'; code: ProblemCode; retryAfterMs?: number }

export function refuse(code: ProblemCode, retryAfterMs?: number): LinkingRefusal {
  return { kind: 'refused', code, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

/** Takes one request from a member's rate; a refusal when none is left. */
export async function enforceLimit(
  limit: RateLimit,
  deps: LinkingDeps,
): Promise<LinkingRefusal | undefined> {
  const waitMs = await takeOne(limit, deps)
  return waitMs === 0 ? undefined : refuse('rate-limited', waitMs)
}

type LateCode = 'attempt-expired' | 'attempt-settled'

/** Why the attempt takes nothing now; undefined while it does. */
export function lateCode({ state }: Pick<StoredAttempt, 'state'>): LateCode | undefined {
  if (state === 'expired') return 'attempt-expired'
  return isSettled(state) ? 'attempt-settled' : undefined
}

export function refuseLate(
  { id }: StoredAttempt,
  code: LateCode,
  { log }: { log: Log },
): LinkingRefusal {
  log.info({ attempt: id, code }, 'a proof came after its attempt had ended')
  return refuse(code)
}

/** A wrong proof ends its attempt; a failure that a retry may cure changes nothing. */
export async function refuseProof(
  attempt: StoredAttempt,
  code: ProblemCode,
  deps: LinkingDeps,
): Promise<LinkingRefusal> {
  if (!PROBLEMS[code].retry) {
    const target = { id: attempt.id, userId: attempt.userId }
    await deps.store.failProof(target, code, deps.now())
  }
  return refuseUnchanged(attempt, code, deps)
}

/** A wrong text does not undo what was proven: the question to the holder stands. */
export function refuseText(
  attempt: StoredAttempt,
  code: ProblemCode,
  deps: LinkingDeps,
): LinkingRefusal | Promise<LinkingRefusal> {
  const refuseIt = attempt.state === 'awaiting-consent' ? refuseUnchanged : refuseProof
  return refuseIt(attempt, code, deps)
}

/** Whatever the problem is, the attempt stays as it is. */
export function refuseUnchanged(
  { id }: StoredAttempt,
  code: ProblemCode,
  { log }: LinkingDeps,
): LinkingRefusal {
  const line = `not linked yet: ${PROBLEM_LINES[code]}`
  // No upstream service has failed, so the operator need not act.
  if (code === 'busy') log.info({ attempt: id, code }, line)
  else if (PROBLEMS[code].retry) log.warn({ attempt: id, code }, line)
  return refuse(code)
}

/** A verified proof. */
export type SettledProof = Pick<LinkInput, 'proven' | 'proof' | 'accepted'>

/** One transaction spends the nonce and links. */
export async function settle(
  attempt: StoredAttempt,
  { proven, proof, accepted }: SettledProof,
  deps: LinkingDeps,
): Promise<Outcome> {
  const now = deps.now()
  const linked = await deps.store.linkWallet({
    attemptId: attempt.id,
    userId: attempt.userId,
    proven,
    proof,
    accepted,
    now,
    consentExpiresAt: now + CONSENT_TTL_MS,
    walletLimit: WALLETS_PER_USER,
  })
  return follow(attempt, linked, deps)
}

async function follow(
  attempt: StoredAttempt,
  linked: LinkOutcome,
  deps: LinkingDeps,
): Promise<Outcome> {
  switch (linked.outcome) {
    case 'linked':
      if (attempt.requestCode !== null)
        await answerAsMember(attempt.requestCode, linked.wallet, deps)
      deps.onEvent()
      return { kind: 'linked', attempt, wallet: linked.wallet }
    case 'awaiting-consent': {
      const { id, userId } = attempt
      deps.log.info({ attempt: id }, 'not linked yet: the holder of the wallet is asked')
      deps.onEvent()
      const waiting = await deps.store.findAttempt(id, userId, deps.now())
      return waiting ? { kind: 'waiting', attempt: waiting } : refuse('not-found')
    }
    case 'attempt-settled':
    case 'attempt-expired':
      return refuseLate(attempt, linked.outcome, deps)
    case 'wallet-limit':
      return refuse(linked.outcome)
    case 'key-unconfirmed':
      return refuseText(attempt, 'ton-key-unconfirmed', deps)
  }
}
