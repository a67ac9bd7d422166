import { setTimeout as sleep } from 'node:timers/promises'

type Look = { at: number; status: number; ms: number }

export type Readiness = {
  /** Ends, and says what was seen since a moment of `performance.now()`. */
  since(moment: number): Promise<{ statuses: string; longestMs: number }>
}

const POLL_EVERY_MS = 100
const TIMEOUT_MS = 20_000

/** Asks `/readyz` again and again, as a balancer does. */
export function watchReadiness(url: string): Readiness {
  const looks: Look[] = []
  const ending = new AbortController()

  async function watch(): Promise<void> {
    while (!ending.signal.aborted) {
      const at = performance.now()
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const status = await fetch(`${url}/readyz`, { signal }).then(
        (answer) => answer.status,
        () => 0,
      )
      looks.push({ at, status, ms: performance.now() - at })
      await sleep(POLL_EVERY_MS)
    }
  }

  const done = watch()
  return {
    async since(moment) {
      ending.abort()
      await done
      const seen = looks.filter(({ at, ms }) => at + ms > moment)
      return {
        statuses: describe(seen, moment),
        longestMs: Math.max(0, ...seen.map(({ ms }) => ms)),
      }
    },
  }
}

/** Each status with the span in which it was said. */
function describe(looks: readonly Look[], moment: number): string {
  const spans: { status: number; from: number; to: number }[] = []
  for (const { at, ms, status } of looks) {
    const text = at + ms - moment
    const last = spans.at(-1)
    if (last?.status === status) last.to = text
    else spans.push({ status, from: text, to: text })
  }
  return spans
    .map(({ status, from, to }) => `${status} from ${tenths(from)} to ${tenths(to)} s`)
    .join(', ')
}

function tenths(ms: number): string {
  return (ms / 1_000).toFixed(1)
}
