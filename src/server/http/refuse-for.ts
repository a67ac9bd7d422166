import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import type { Family } from '#shared/wallet.ts'
import { unreachableCode } from '../multisig/multisigs.ts'
import { refuse, type Refusal } from './route.ts'

const SECOND_MS = 1_000
/** Seconds to wait before a retry when a chain did not answer. */
const CHAIN_RETRY_S = 2

/** Seconds after which an earlier query of the same member has usually been answered. */
const BUSY_RETRY_S = 1

/** Refuses because another query of the same member is under way; says nothing about the thing queried. */
export function refuseBusy(): Refusal {
  return refuse('busy', BUSY_RETRY_S)
}

/** Refuses because the chain did not answer; says nothing about the thing queried. */
export function refuseUnreachable(family: Family): Refusal {
  return refuseFor(unreachableCode({ family }))
}

/** @param retryAfterMs when to try again, where that helps; a moment later by default */
export function refuseFor(code: ProblemCode, retryAfterMs?: number): Refusal {
  if (!PROBLEMS[code].retry) return refuse(code)
  if (code === 'busy') return refuseBusy()
  return refuse(
    code,
    retryAfterMs === undefined ? CHAIN_RETRY_S : Math.ceil(retryAfterMs / SECOND_MS),
  )
}
