import type { ProbeResult, Probe } from '../ask.ts'
import { failure, type Finding, ok, skipped, warning } from '../finding.ts'

type Deps = {
  publicUrl: string
  bot: { apiRoot: string }
  ask: Probe
  /** Unix time in milliseconds. */
  now: () => number
}

const LARGE_SKEW_MS = 30_000
/** initData that is further ahead of our clock is refused. */
const REFUSED_SKEW_MS = 60_000
const FIX = 'Let the clock be set by NTP, such as with: timedatectl set-ntp true'

/** initData and proofs carry times of other machines, so our clock must agree with theirs. */
export async function checkClock({ publicUrl, bot, ask, now }: Deps): Promise<Finding[]> {
  const measured = await Promise.all([
    measure('the Bot API server', () => ask(`${bot.apiRoot}/`), now),
    measure('the server under PUBLIC_URL', () => ask(`${publicUrl}/healthz`), now),
  ])
  const findings = measured.flat()
  return findings.length > 0 ? findings : skipped('No server answered with the time to compare.')
}

async function measure(
  whom: string,
  ask: () => Promise<ProbeResult>,
  now: () => number,
): Promise<Finding[]> {
  const askedAt = now()
  const answer = await ask()
  if (answer.kind === 'no-answer') return []
  const theirs = Date.parse(answer.headers.get('date') ?? '')
  if (Number.isNaN(theirs)) return []
  const ours = (askedAt + now()) / 2
  return judge(ours - theirs, whom)
}

/** @param skewMs how far our clock is ahead; a `Date` header is exact to a second */
function judge(skewMs: number, whom: string): Finding[] {
  const seconds = Math.round(Math.abs(skewMs) / 1_000)
  if (Math.abs(skewMs) <= LARGE_SKEW_MS) return ok(`The clock agrees with that of ${whom}.`)
  const found = `The clock is ${seconds} s ${skewMs > 0 ? 'ahead of' : 'behind'} that of ${whom}.`
  return Math.abs(skewMs) > REFUSED_SKEW_MS ? failure(found, FIX) : warning(found, FIX)
}
