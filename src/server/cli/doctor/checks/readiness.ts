import type { Ask } from '../ask.ts'
import { failure, type Finding, ok } from '../finding.ts'

/** The running server can do its work. */
export async function checkReadiness({
  publicUrl,
  ask,
}: {
  publicUrl: string
  ask: Ask
}): Promise<Finding[]> {
  const answer = await ask(`${publicUrl}/readyz`)
  if (answer.kind === 'answered' && answer.status === 200) return [ok('The server is ready.')]
  const said = answer.kind === 'answered' ? `status ${answer.status}` : answer.reason
  return [
    failure(
      `The server runs and is not ready (${said}).`,
      'Look in its log for the line "not ready".',
    ),
  ]
}
