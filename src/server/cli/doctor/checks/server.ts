import type { Probe } from '../ask.ts'
import { failure, type Finding, ok } from '../finding.ts'

/** Whether Clasp itself answers under PUBLIC_URL. */
export async function checkServer({
  publicUrl,
  ask,
}: {
  publicUrl: string
  ask: Probe
}): Promise<Finding[]> {
  const answer = await ask(`${publicUrl}/healthz`)
  if (answer.kind === 'no-answer') {
    return [
      failure(
        `Nothing answers under PUBLIC_URL (${answer.reason}).`,
        'Start Clasp (npm start), and look whether the proxy leads to its HOST and PORT.',
      ),
    ]
  }
  if (answer.status === 200 && Buffer.from(answer.body).toString() === 'ok') {
    return [ok('Clasp answers under PUBLIC_URL.')]
  }
  return [
    failure(
      `PUBLIC_URL/healthz answers with status ${answer.status}, and not as Clasp does.`,
      'Start Clasp (npm start), and let the proxy pass every path on, without pages of its own.',
    ),
  ]
}

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
