import type { Probe } from '../ask.ts'
import { failure, type Finding, ok } from '../finding.ts'

/** Whether the running server can do its work. */
export async function checkReadiness({
  publicUrl,
  ask,
}: {
  publicUrl: string
  ask: Probe
}): Promise<Finding[]> {
  const answer = await ask(`${publicUrl}/readyz`)
  if (answer.kind === 'answered' && answer.status === 200) return [ok('The server is ready.')]
  const text = answer.kind === 'answered' ? `status ${answer.status}` : answer.reason
  return [
    failure(
      `The server runs and is not ready (${text}).`,
      'Look in its log for the line "not ready".',
    ),
  ]
}
