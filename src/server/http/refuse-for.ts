import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import type { Family } from '#shared/wallet.ts'
import { unreachableCode } from '../multisig/unreachable-code.ts'
import { refuse, type Refusal } from './reply.ts'

const SECOND_MS = 1_000
/** Seconds after which the same is worth trying again when a chain did not answer. */
const CHAIN_RETRY_S = 2

/** Seconds after which a question of the same member that is under way has most often been answered. */
const BUSY_RETRY_S = 1

/** Nothing is said of what was asked for: another question of the same member is under way. */
export function refuseBusy(): Refusal {
  return refuse('busy', BUSY_RETRY_S)
}

/** Nothing is said of what was asked for: the chain did not answer. */
export function refuseUnreachable(family: Family): Refusal {
  return refuseFor(unreachableCode({ family }))
}

/** @param retryAfterMs when to try again, where that helps; a moment later if nobody knows */
export function refuseFor(code: ProblemCode, retryAfterMs?: number): Refusal {
  if (!PROBLEMS[code].retry) return refuse(code)
  if (code === 'busy') return refuseBusy()
  return refuse(
    code,
    retryAfterMs === undefined ? CHAIN_RETRY_S : Math.ceil(retryAfterMs / SECOND_MS),
  )
}
