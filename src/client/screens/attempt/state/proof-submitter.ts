import { getAttempt } from '#shared/api/get-attempt.ts'
import type { Attempt } from '#shared/attempt.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import { ApiError, getProblemCode } from '../../../api/api-error.ts'
import type { Api } from '../../../api/call.ts'
import { backOff, pause } from '../../../api/back-off.ts'
import type { AttemptMemory } from './attempt-memory.ts'
import { type AttemptView, isNoOwner } from './attempt-view.ts'
import { postSubmission, type Submission, isDue } from './submission.ts'

/** Sends the server what a wallet gives. */
export type ProofSubmitter = {
  /**
   * Sends it until the server has judged it; does not send what the attempt does not need. Drops a second submission
   * meanwhile, except an account: then the wallet has changed to another one, which is sent next.
   */
  submit(id: string, submission: Submission): Promise<void>
  isBusy(): boolean
}

type Deps = { api: Api; memory: AttemptMemory; view: AttemptView }

type SubmissionVerdict =
  | { kind: 'answered'; attempt: Attempt }
  | { kind: 'refused'; code: ProblemCode }
  /** The attempt ended meanwhile by other means. */
  | { kind: 'abandoned' }

const WAITS = { firstMs: 1_000, longestMs: 8_000 }

export function createProofSubmitter(deps: Deps): ProofSubmitter {
  const { memory, view } = deps
  let isBusy = false
  let following: { id: string; submission: Submission } | null = null

  async function submit(id: string, submission: Submission): Promise<void> {
    const shown = view.live(id)
    if (shown === null) return
    if (isBusy && submission.kind === 'account') following = { id, submission }
    if (isBusy || !isDue(submission, shown.attempt)) return
    isBusy = true
    memory.saveSubmission(id, submission)
    view.change(id, { proof: 'checking' })
    const verdict = await sendUntilAnswered(deps, id, submission)
    isBusy = false
    // The submission of an attempt that was left early is sent again when the member returns to it.
    if (verdict.kind !== 'abandoned' && !isSavedFor(verdict, shown.attempt))
      memory.dropSubmission(id)
    await judge(deps, { id, submission, verdict })
    await submitFollowing()
  }

  async function submitFollowing(): Promise<void> {
    if (following === null) return
    const { id, submission } = following
    following = null
    await submit(id, submission)
  }

  return { isBusy: () => isBusy, submit }
}

/** Through an outage it repeats the same, with growing delays, or when the server's Retry-After says. */
async function sendUntilAnswered(
  { api, view }: Deps,
  id: string,
  submission: Submission,
): Promise<SubmissionVerdict> {
  for (let failures = 1; view.live(id) !== null; failures += 1) {
    try {
      return { kind: 'answered', attempt: await postSubmission(api, id, submission) }
    } catch (error) {
      const code = getProblemCode(error)
      if (!PROBLEMS[code].retry) return { kind: 'refused', code }
      // The server is still checking an earlier submission.
      view.change(id, { proof: code === 'busy' ? 'checking' : 'retrying' })
      const asked = error instanceof ApiError ? error.retryAfterMs : null
      await pause(asked ?? backOff(failures, WAITS))
    }
  }
  return { kind: 'abandoned' }
}

/** Stored, so that a reload shows the member again that the attempt wants another wallet. */
function isSavedFor(verdict: SubmissionVerdict, attempt: Attempt): boolean {
  return verdict.kind === 'refused' && isNoOwner(attempt, verdict.code)
}

type Judged = { id: string; submission: Submission; verdict: SubmissionVerdict }

/**
 * When the answer to an accepted submission was lost, the server refuses its repetition as settled: then the attempt
 * itself shows the outcome.
 */
async function judge({ api, view }: Deps, { id, submission, verdict }: Judged): Promise<void> {
  if (verdict.kind === 'answered') return view.answer(verdict.attempt)
  if (verdict.kind === 'abandoned') return
  const { code } = verdict
  const attempt =
    code === 'attempt-settled' ? await api.call(getAttempt, { id }).catch(() => null) : null
  if (attempt === null || isDue(submission, attempt)) view.fail(id, code)
  else view.answer(attempt)
}
