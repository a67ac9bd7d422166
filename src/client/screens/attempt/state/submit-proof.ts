import type { Attempt } from '#shared/attempt.ts'
import type { AttemptParts } from './attempt-parts.ts'
import type { Submission } from './submission.ts'
import { giveUp } from './report-progress.ts'

/** Sends what the wallet has given to the server, even if the attempt is already linked. */
export async function submitProof(
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
}

/** Where the operator requires a text, a wallet that cannot sign one fails the attempt. */
export function failIfTextUnsupported(parts: AttemptParts, id: string): void {
  const attempt = parts.view.live(id)?.attempt
  const isDemanded = attempt?.family === 'ton' && attempt.state === 'awaiting-signature'
  if (isDemanded && !parts.deps.wallets.ton.canSign()) giveUp(parts, id, 'ton-text-unsupported')
}
