import { getAttempt } from '#shared/api/get-attempt.ts'
import type { Attempt } from '#shared/attempt.ts'
import { getProblemCode } from '../../api/api-error.ts'
import { type AttemptParts, findWallets } from './attempt-parts.ts'
import { type AttemptViewState, findId, isUnanswered } from './attempt-view.ts'
import { submitAnswer, failIfTextUnsupported, subscribeToWallet } from './subscribe-to-wallet.ts'
import { type Submission, isDue, needsAccount } from './submission.ts'
import { getProofRequest } from './preparation.ts'

/** Shows an attempt, and resumes what this device has pending for it. */
export async function resumeAttempt(parts: AttemptParts, id: string): Promise<void> {
  const { deps, view } = parts
  if (isOnScreen(view.state.get(), id)) return
  const loading = { status: 'loading', id } as const
  view.replace(loading)
  try {
    const attempt = await deps.api.call(getAttempt, { id })
    if (view.state.get() === loading) takeUp(parts, attempt)
  } catch (error) {
    const code = getProblemCode(error)
    if (view.state.get() === loading) view.replace({ status: 'unavailable', id, code })
  }
}

function isOnScreen(state: AttemptViewState, id: string): boolean {
  return (state.status === 'loading' || state.status === 'shown') && findId(state) === id
}

/** Shows an attempt; listens for a wallet's answer only if this device started it. */
export function takeUp(parts: AttemptParts, attempt: Attempt): void {
  const { memory } = parts.deps
  const submission = dueSubmission(parts, attempt)
  const isAwaited = submission !== null || isUnanswered(attempt)
  const isElsewhere = isAwaited && submission === null && memory.id(attempt.family) !== attempt.id
  parts.view.show(attempt, { isElsewhere })
  if (!isAwaited) memory.forget(attempt)
  if (!isAwaited || isElsewhere) return
  memory.keep(attempt, 'opened')
  subscribeToWallet(parts, attempt)
  if (submission === null) void restore(parts, attempt)
  else void submitAnswer(parts, attempt, submission)
}

function dueSubmission({ deps }: AttemptParts, attempt: Attempt): Submission | null {
  const submission = deps.memory.findSubmission(attempt.id)
  return submission !== null && isDue(submission, attempt) ? submission : null
}

async function restore(parts: AttemptParts, attempt: Attempt): Promise<void> {
  const wallets = findWallets(parts, attempt)
  // Without the library the screen still offers all other ways to continue.
  await wallets?.restore().catch(() => undefined)
  if (wallets?.deviceWallet.get().status !== 'connected') return
  failIfTextUnsupported(parts, attempt.id)
  if (hasLostAnswer(parts, attempt.id)) {
    const wanted = parts.deps.opened.find(attempt)?.wanted
    await wallets.prepare(getProofRequest(attempt, wanted)).catch(() => undefined)
  }
}

/** The wallet's answer was lost when the page was closed: the same attempt asks again. */
function hasLostAnswer({ view }: AttemptParts, id: string): boolean {
  const shown = view.live(id)
  return shown !== null && shown.proof === 'none' && needsAccount(shown.attempt)
}
