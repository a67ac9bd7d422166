import type { Attempt } from '#shared/attempt.ts'
import { type ProblemCode, PROBLEMS } from '#shared/problem.ts'
import { fixAccount } from '#shared/api/fix-account.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { submitProof } from '#shared/api/submit-proof.ts'
import { submitText } from '#shared/api/submit-text.ts'
import type { SignRequest, WalletAnswer, WalletApp } from '../../wallets/wallet-connector.ts'
import {
  type AttemptParts,
  type AttemptsDeps,
  closeChooser,
  findWallets,
  type ProofSubmitter,
} from './attempt-parts.ts'
import { outlives, type AttemptView, isNoOwner, type ShownAttempt } from './attempt-view.ts'
import { needsAccount, type Submission, isDue } from './submission.ts'
import { awaitingWallet, giveUp, reportProgress } from './report-progress.ts'
import { ApiError, getProblemCode } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'
import { backOff, pause } from '../../api/back-off.ts'

const WAITS = { firstMs: 1_000, longestMs: 8_000 }

/** From now on the wallets' answers count for this attempt. */
export function subscribeToWallet(parts: AttemptParts, attempt: Attempt): void {
  const wallets = findWallets(parts, attempt)
  if (wallets === null) return
  parts.walletEvents.open(wallets, {
    onOpened: (app) => walletOpened(parts, attempt.id, app),
    onAnswer: (answer) => walletAnswered(parts, attempt.id, answer),
  })
}

export function walletOpened(parts: AttemptParts, id: string, app: WalletApp | null): void {
  const { deps, view } = parts
  const shown = view.live(id)
  // Otherwise the wallet is already known, and was opened to sign.
  if (shown === null || !needsAccount(shown.attempt)) return
  deps.memory.keep(shown.attempt, 'opened')
  if (app !== null) deps.opened.note(shown.attempt, app)
  view.change(id, { openedAt: deps.now() })
  deps.onUnderWay(id)
  void reportProgress(parts, id, awaitingWallet(app))
}

function walletAnswered(parts: AttemptParts, id: string, answer: WalletAnswer): void {
  const { deps, view } = parts
  const shown = view.live(id)
  if (shown === null) return
  closeChooser(parts, shown.attempt)
  deps.onUnderWay(id)
  if (answer.kind === 'failure') return walletFailed(parts, shown.attempt, answer.code)
  deps.memory.keep(shown.attempt, 'opened')
  void submitAnswer(parts, shown.attempt, answer)
}

function walletFailed(parts: AttemptParts, attempt: Attempt, code: ProblemCode): void {
  if (outlives(attempt, code)) parts.view.fail(attempt.id, code)
  else giveUp(parts, attempt.id, code)
}

/** Sends what the wallet has given to the server, even if the attempt is already linked. */
export async function submitAnswer(
  parts: AttemptParts,
  { id, state }: Attempt,
  submission: Submission,
): Promise<void> {
  const { view, submitter } = parts
  const shown = view.state.get()
  if (state === 'linked' && shown.status === 'shown') {
    view.replace({ ...shown, signAskedAt: shown.signAskedAt ?? 0 })
  }
  await submitter.submit(id, submission)
  failIfTextUnsupported(parts, id)
  if (submission.kind === 'account') askInFront(parts, id)
}

/** A wallet that has just connected is still in front: it shows the message without another tap here. */
function askInFront(parts: AttemptParts, id: string): void {
  const shown = parts.view.live(id)
  if (shown?.attempt.state !== 'awaiting-signature' || shown.proof !== 'none') return
  if (shown.signAskedAt === null && shown.setback === null) requestSignature(parts, shown)
}

/** Sends the attempt's message to the connected wallet; opens nothing. */
export function requestSignature(parts: AttemptParts, shown: ShownAttempt): void {
  const { attempt } = shown
  const request = findSignRequest(attempt)
  if (request === null) return
  parts.view.replace({ ...shown, signAskedAt: parts.deps.now(), setback: null })
  findWallets(parts, attempt)?.sign(request)
}

/** Null as long as there is nothing to sign. */
function findSignRequest(attempt: Attempt): SignRequest | null {
  const { id: attemptId, message, family } = attempt
  if (message === null) return null
  const { account, signsFor } = family === 'evm' ? attempt : { account: null, signsFor: null }
  return { attemptId, message, account, signsFor, expiresAt: Date.parse(attempt.expiresAt) }
}

/** Where the operator requires a text, a wallet that cannot sign one fails the attempt. */
export function failIfTextUnsupported(parts: AttemptParts, id: string): void {
  const attempt = parts.view.live(id)?.attempt
  const isDemanded = attempt?.family === 'ton' && attempt.state === 'awaiting-signature'
  if (isDemanded && !parts.deps.wallets.ton.canSign()) giveUp(parts, id, 'ton-text-unsupported')
}

type Deps = Pick<AttemptsDeps, 'api' | 'memory' | 'wallets'> & { view: AttemptView }

type SubmissionVerdict =
  | { kind: 'answered'; attempt: Attempt }
  | { kind: 'refused'; code: ProblemCode }
  /** The attempt ended meanwhile by other means. */
  | { kind: 'abandoned' }

export function createProofSubmitter(deps: Deps): ProofSubmitter {
  const { memory, view } = deps
  let current: AbortController | null = null
  let following: { id: string; submission: Submission } | null = null

  async function submit(id: string, submission: Submission): Promise<void> {
    const shown = view.live(id)
    if (shown === null) return
    if (current !== null && submission.kind === 'account') following = { id, submission }
    if (current !== null || !isDue(submission, shown.attempt)) return
    const sending = (current = new AbortController())
    memory.saveSubmission(id, submission)
    view.change(id, { proof: 'checking' })
    const verdict = await sendUntilAnswered(deps, { id, submission, signal: sending.signal })
    if (sending.signal.aborted) return
    current = null
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

  return {
    isBusy: () => current !== null,
    submit,
    abandon() {
      current?.abort()
      current = null
      following = null
    },
  }
}

type Sending = { id: string; submission: Submission; signal: AbortSignal }

/** Through an outage it repeats the same, with growing delays, or when the server's Retry-After says. */
async function sendUntilAnswered(
  { api, view }: Deps,
  { id, submission, signal }: Sending,
): Promise<SubmissionVerdict> {
  for (let failures = 1; !signal.aborted && view.live(id) !== null; failures += 1) {
    try {
      return { kind: 'answered', attempt: await postSubmission(api, id, submission) }
    } catch (error) {
      const code = getProblemCode(error)
      if (!PROBLEMS[code].retry) return { kind: 'refused', code }
      if (signal.aborted) break
      // The server is still checking an earlier submission.
      view.change(id, { proof: code === 'busy' ? 'checking' : 'retrying' })
      const asked = error instanceof ApiError ? error.retryAfterMs : null
      await pause(asked ?? backOff(failures, WAITS))
    }
  }
  return { kind: 'abandoned' }
}

/** Sends it to the server, once. @throws ApiError */
function postSubmission(api: Api, id: string, submission: Submission): Promise<Attempt> {
  switch (submission.kind) {
    case 'ton-proof':
      return api.call(submitProof, { id, body: submission.proof })
    case 'account':
      return api.call(fixAccount, {
        id,
        body: {
          ...submission.account,
          otherChainIds: submission.otherChainIds,
          signIn: submission.signIn,
        },
      })
    case 'signature':
      return api.call(submitProof, { id, body: { signature: submission.signature } })
    case 'text':
      return api.call(submitText, { id, body: submission.text })
  }
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
async function judge(deps: Deps, { id, submission, verdict }: Judged): Promise<void> {
  const { api, view } = deps
  if (verdict.kind === 'answered') return takeAnswer(deps, verdict.attempt)
  if (verdict.kind === 'abandoned') return
  const { code } = verdict
  const attempt =
    code === 'attempt-settled' ? await api.call(getAttempt, { id }).catch(() => null) : null
  if (attempt === null || isDue(submission, attempt)) view.fail(id, code)
  else view.answer(attempt)
}

function takeAnswer({ view, wallets }: Deps, attempt: Attempt): void {
  view.answer(attempt)
  if (attempt.family !== 'evm') return
  const { id, contractOn, setback } = attempt
  if (contractOn !== undefined) wallets.evm?.offerChains(id, contractOn)
  // It is read before the member asks the wallet.
  if (setback !== undefined) view.change(id, { setback })
}
