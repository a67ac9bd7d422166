import { getAttempt } from '#shared/api/get-attempt.ts'
import { submitTonProof, type TonProof } from '#shared/api/submit-ton-proof.ts'
import type { Attempt } from '#shared/attempt.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import { ApiError, problemCodeOf } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'
import type { AttemptMemory } from './attempt-memory.ts'
import { type AttemptView, isUnanswered } from './attempt-view.ts'

/** Brings the wallet's proof to the server. */
export type Prover = {
  /** Sends the proof until the server has judged it. A second proof meanwhile is dropped. */
  prove(id: string, proof: TonProof): Promise<void>
  isBusy(): boolean
}

type Deps = { api: Api; memory: AttemptMemory; view: AttemptView }

type Verdict =
  | { kind: 'answered'; attempt: Attempt }
  | { kind: 'refused'; code: ProblemCode }
  /** The attempt ended meanwhile by other means. */
  | { kind: 'abandoned' }

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 8_000

export function createProver(deps: Deps): Prover {
  const { memory, view } = deps
  let isBusy = false
  return {
    isBusy: () => isBusy,
    async prove(id, proof) {
      if (isBusy) return
      isBusy = true
      memory.keepProof(id, proof)
      view.change(id, { proof: 'checking' })
      const verdict = await submit(deps, id, proof)
      isBusy = false
      if (verdict.kind === 'answered') view.receive(verdict.attempt)
      if (verdict.kind === 'refused') await accept(deps, id, verdict.code)
    },
  }
}

/** An outage changes nothing: the same proof goes again, later each time, or when the server's Retry-After says. */
async function submit({ api, view }: Deps, id: string, proof: TonProof): Promise<Verdict> {
  for (
    let wait = FIRST_WAIT_MS;
    view.live(id) !== null;
    wait = Math.min(wait * 2, LONGEST_WAIT_MS)
  ) {
    try {
      return { kind: 'answered', attempt: await api.call(submitTonProof, { id, body: proof }) }
    } catch (error) {
      const code = problemCodeOf(error)
      if (!PROBLEMS[code].retry) return { kind: 'refused', code }
      view.change(id, { proof: 'retrying' })
      await pause(error instanceof ApiError ? (error.retryAfterMs ?? wait) : wait)
    }
  }
  return { kind: 'abandoned' }
}

/**
 * When the answer to an accepted proof was lost, its repetition is refused as settled: then the attempt itself tells
 * how it went.
 */
async function accept({ api, view }: Deps, id: string, code: ProblemCode): Promise<void> {
  const attempt =
    code === 'attempt-settled' ? await api.call(getAttempt, { id }).catch(() => null) : null
  if (attempt === null || isUnanswered(attempt)) view.fail(id, code)
  else view.receive(attempt)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
