import { type Attempt, isSettled } from '#shared/attempt.ts'
import { CONSENT_TTL_MS, WALLETS_PER_USER } from '#shared/limits.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import { PROBLEM_LINES } from '../log/problem-lines.ts'
import type { StoredAttempt } from '../store/linking/attempts.ts'
import type { LinkOutcome } from '../store/linking/link-wallet.ts'
import type { Store } from '../store/store.ts'
import { answerAsMember } from './answer-as-member.ts'
import type { HttpDeps } from './http-deps.ts'
import { presentAttempt, presentLinked } from './present-attempt.ts'
import { refuseFor } from './refuse-for.ts'
import { accepted, created, refuse, type Refusal, type Reply } from './reply.ts'

type LateCode = 'attempt-expired' | 'attempt-settled'

/** Why the attempt takes nothing now; undefined while it does. */
export function lateCode({ state }: Pick<StoredAttempt, 'state'>): LateCode | undefined {
  if (state === 'expired') return 'attempt-expired'
  return isSettled(state) ? 'attempt-settled' : undefined
}

export function refuseLate(
  { id }: StoredAttempt,
  code: LateCode,
  { log }: Pick<HttpDeps, 'log'>,
): Refusal {
  log.info({ attempt: id, code }, 'a proof came after its attempt had ended')
  return refuse(code)
}

/** A wrong proof ends its attempt; a failure that a retry may cure changes nothing. */
export async function refuseProof(
  attempt: StoredAttempt,
  code: ProblemCode,
  deps: HttpDeps,
): Promise<Refusal> {
  if (!PROBLEMS[code].retry) {
    const target = { id: attempt.id, userId: attempt.userId }
    await deps.store.advanceAttempt(target, { state: 'failed', errorCode: code }, deps.now())
  }
  return refuseUnchanged(attempt, code, deps)
}

/** A wrong text does not undo what was proven: the question to the holder stands. */
export function refuseText(
  attempt: StoredAttempt,
  code: ProblemCode,
  deps: HttpDeps,
): Refusal | Promise<Refusal> {
  const refuseIt = attempt.state === 'awaiting-consent' ? refuseUnchanged : refuseProof
  return refuseIt(attempt, code, deps)
}

/** Whatever the problem is, the attempt stays as it is. */
export function refuseUnchanged(
  { id }: StoredAttempt,
  code: ProblemCode,
  { log }: Pick<HttpDeps, 'log'>,
): Refusal {
  const line = `not linked yet: ${PROBLEM_LINES[code]}`
  // No upstream service has failed, so the operator need not act.
  if (code === 'busy') log.info({ attempt: id, code }, line)
  else if (PROBLEMS[code].retry) log.warn({ attempt: id, code }, line)
  return refuseFor(code)
}

/** One transaction that claims the attempt and links, then the answer. */
export async function settleProof(
  attempt: StoredAttempt,
  proof: Pick<Parameters<Store['linkWallet']>[0], 'proven' | 'signature' | 'acceptedHash'>,
  deps: HttpDeps,
): Promise<Reply<Attempt>> {
  const now = deps.now()
  const outcome = await deps.store.linkWallet({
    attemptId: attempt.id,
    userId: attempt.userId,
    proven: proof.proven,
    signature: proof.signature,
    acceptedHash: proof.acceptedHash,
    now,
    consentExpiresAt: now + CONSENT_TTL_MS,
    walletLimit: WALLETS_PER_USER,
  })
  return answerOutcome(attempt, outcome, deps)
}

async function answerOutcome(
  attempt: StoredAttempt,
  outcome: LinkOutcome,
  deps: HttpDeps,
): Promise<Reply<Attempt>> {
  switch (outcome.outcome) {
    case 'linked':
      await answerAsMember(attempt, outcome.wallet, deps)
      deps.onEvent()
      return created(presentLinked(attempt, outcome.wallet, deps))
    case 'awaiting-consent': {
      const line = { attempt: attempt.id }
      deps.log.info(line, 'not linked yet: the holder of the wallet is asked')
      deps.onEvent()
      const { id, userId } = attempt
      const waiting = await deps.store.findAttempt(id, userId, deps.now())
      return waiting ? accepted(await presentAttempt(waiting, deps)) : refuse('not-found')
    }
    case 'attempt-settled':
    case 'attempt-expired':
      return refuseLate(attempt, outcome.outcome, deps)
    case 'wallet-limit':
      return refuse(outcome.outcome)
    case 'key-unconfirmed':
      return refuseText(attempt, 'ton-key-unconfirmed', deps)
  }
}
