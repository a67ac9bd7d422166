import { isLoopback } from '#server/config/own-hosts.ts'
import type { Probe } from '../ask.ts'
import { failure, type Finding, ok, warning } from '../finding.ts'

type Deps = { publicUrl: string; metricsToken: string | null; ask: Probe }

/** Whether `/metrics` is readable without a token. */
export async function checkMetrics({ publicUrl, metricsToken, ask }: Deps): Promise<Finding[]> {
  const answer = await ask(`${publicUrl}/metrics`)
  const isOpen = answer.kind === 'answered' && answer.status === 200
  if (!isOpen) return [ok('/metrics is closed to strangers.')]
  if (metricsToken !== null) {
    return [
      failure(
        '/metrics is open although METRICS_TOKEN is set.',
        'Start Clasp again, and let the proxy neither cache /metrics nor add the token.',
      ),
    ]
  }
  if (isLoopback(new URL(publicUrl).hostname)) return [ok('/metrics is open, on this machine.')]
  return [
    warning('/metrics is open to everybody.', 'Set METRICS_TOKEN, or close the path in the proxy.'),
  ]
}
