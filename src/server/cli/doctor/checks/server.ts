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
      `PUBLIC_URL/healthz answers with status ${answer.status}, and not in the words of Clasp.`,
      'Start Clasp (npm start), and let the proxy pass every path on, without pages of its own.',
    ),
  ]
}
