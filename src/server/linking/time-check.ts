import type { Family } from '#shared/wallet.ts'
import type { RunExclusive } from '../chains/user-queue.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { startStopwatch } from '../metrics/stopwatch.ts'

const notAtAll = () => 0

type Timing = { family: Family; runExclusive: RunExclusive; metrics: Pick<Metrics, 'proofChecked'> }

/**
 * Measures how long the check itself takes, without the time that a chain needs to answer.
 *
 * @param check runs its queries through the given turn
 */
export async function timeCheck<Verdict>(
  { family, runExclusive, metrics }: Timing,
  check: (runExclusive: RunExclusive) => Promise<Verdict>,
): Promise<Verdict> {
  const elapsed = startStopwatch()
  let waitedMs = 0
  const verdict = await check(async (question) => {
    let waited = notAtAll
    // The event loop comes round only after the computing part of a query, so this counts waiting alone.
    const waiting = setImmediate(() => void (waited = startStopwatch()))
    try {
      return await runExclusive(question)
    } finally {
      clearImmediate(waiting)
      waitedMs += waited()
    }
  })
  metrics.proofChecked(family, elapsed() - waitedMs)
  return verdict
}
