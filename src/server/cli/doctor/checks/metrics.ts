import type { PageDeps } from '../ask.ts'
import { failure, type Finding, ok } from '../finding.ts'

/** Whether strangers can read `/metrics`, which the server shows them nowhere. */
export async function checkMetrics({ publicUrl, ask }: PageDeps): Promise<Finding[]> {
  const answer = await ask(`${publicUrl}/metrics`)
  const isOpen = answer.kind === 'answered' && answer.status === 200
  if (!isOpen) return ok('/metrics is closed to strangers.')
  return failure(
    '/metrics is open to everybody.',
    'Let the proxy neither lead to METRICS_LISTEN, nor add METRICS_TOKEN, nor cache /metrics.',
  )
}
