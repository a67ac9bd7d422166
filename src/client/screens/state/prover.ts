import { getAttempt } from '#shared/api/get-attempt.ts'
import type { Attempt } from '#shared/attempt.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import { ApiError, problemCodeOf } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'
import { backOff } from '../../api/back-off.ts'
import { pause } from '../../api/pause.ts'
import type { AttemptMemory } from './attempt-memory.ts'
import { type AttemptView, isNoOwner } from './attempt-view.ts'
import { deliver, type Delivery, isDue } from './delivery.ts'

/** Brings what a wallet gives to the server. */
export type Prover = {
  /**
   * Sends it until the server has judged it; what the attempt does not lack is not sent. A second one meanwhile is
   * dropped, save an account: the wallet has changed to another one, which follows.
   */
  prove(id: string, delivery: Delivery): Promise<void>
  isBusy(): boolean
}

type Deps = { api: Api; memory: AttemptMemory; view: AttemptView }

type Verdict =
  | { kind: 'answered'; attempt: Attempt }
  | { kind: 'refused'; code: ProblemCode }
  /** The attempt ended meanwhile by other means. */
  | { kind: 'abandoned' }

const WAITS = { firstMs: 1_000, longestMs: 8_000 }

export function createProver(deps: Deps): Prover {
  const { memory, view } = deps
  let isBusy = false
  let following: { id: string; delivery: Delivery } | null = null

  async function prove(id: string, delivery: Delivery): Promise<void> {
    const shown = view.live(id)
    if (shown === null) return
    if (isBusy && delivery.kind === 'account') following = { id, delivery }
    if (isBusy || !isDue(delivery, shown.attempt)) return
    isBusy = true
    memory.keepDelivery(id, delivery)
    view.change(id, { proof: 'checking' })
    const verdict = await submit(deps, id, delivery)
    isBusy = false
    // Whoever comes back to an attempt that was left on the way sends it again.
    if (verdict.kind !== 'abandoned' && !isKept(verdict, shown.attempt)) memory.dropDelivery(id)
    await judge(deps, { id, delivery, verdict })
    await proveFollowing()
  }

  async function proveFollowing(): Promise<void> {
    if (following === null) return
    const { id, delivery } = following
    following = null
    await prove(id, delivery)
  }

  return { isBusy: () => isBusy, prove }
}

/** An outage changes nothing: the same goes again, later each time, or when the server's Retry-After says. */
async function submit({ api, view }: Deps, id: string, delivery: Delivery): Promise<Verdict> {
  for (let failures = 1; view.live(id) !== null; failures += 1) {
    try {
      return { kind: 'answered', attempt: await deliver(api, id, delivery) }
    } catch (error) {
      const code = problemCodeOf(error)
      if (!PROBLEMS[code].retry) return { kind: 'refused', code }
      // The server is checking what was sent before.
      view.change(id, { proof: code === 'busy' ? 'checking' : 'retrying' })
      const asked = error instanceof ApiError ? error.retryAfterMs : null
      await pause(asked ?? backOff(failures, WAITS))
    }
  }
  return { kind: 'abandoned' }
}

/** After a reload the member is told once more that the attempt wants another wallet. */
function isKept(verdict: Verdict, attempt: Attempt): boolean {
  return verdict.kind === 'refused' && isNoOwner(attempt, verdict.code)
}

type Judged = { id: string; delivery: Delivery; verdict: Verdict }

/**
 * When the answer to something accepted was lost, its repetition is refused as settled: then the attempt itself tells
 * how it went.
 */
async function judge({ api, view }: Deps, { id, delivery, verdict }: Judged): Promise<void> {
  if (verdict.kind === 'answered') return view.answer(verdict.attempt)
  if (verdict.kind === 'abandoned') return
  const { code } = verdict
  const attempt =
    code === 'attempt-settled' ? await api.call(getAttempt, { id }).catch(() => null) : null
  if (attempt === null || isDue(delivery, attempt)) view.fail(id, code)
  else view.answer(attempt)
}
