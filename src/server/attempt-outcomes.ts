import { setTimeout as sleep } from 'node:timers/promises'
import { PROBLEMS } from '#shared/problem.ts'
import type { AttemptState } from '#shared/attempt.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { EndedAttempt, EpochMs, Store } from './store/store.ts'

/** How often to look for attempts that have ended, in milliseconds. */
const POLL_MS = 1_000
const OUTCOMES_AT_ONCE = 500

export type AttemptOutcomesDeps = {
  store: Pick<Store, 'takeOutcomes'>
  log: Log
  metrics: Pick<Metrics, 'attemptSettled'>
  /** Whether the list of wallets knows this name; any other is told as `other`. */
  isListed: (walletApp: string) => boolean
  now: () => EpochMs
  /** @default 1 000 ms */
  pollMs?: number
}

export type AttemptOutcomes = {
  start(): void
  /** Tells what has ended so far, then no more. */
  stop(): Promise<void>
}

/**
 * Counts every attempt that has ended and writes one line about it, so that the log answers why a
 * wallet was not linked. The attempts come from the store: whichever way one ended (a proof, a word
 * of the client, an answer to a question, time), and in whichever process, it is told once.
 */
export function createAttemptOutcomes(deps: AttemptOutcomesDeps): AttemptOutcomes {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await tellEnded(deps)
      await pause(deps.pollMs ?? POLL_MS, stopping.signal)
    }
  }

  return {
    start() {
      running = run()
    },
    async stop() {
      stopping.abort()
      await running
      await tellEnded(deps)
    },
  }
}

async function tellEnded(deps: AttemptOutcomesDeps): Promise<void> {
  try {
    let ended: EndedAttempt[]
    do {
      const now = deps.now()
      ended = await deps.store.takeOutcomes(now, OUTCOMES_AT_ONCE)
      for (const attempt of ended) tell(attempt, now, deps)
    } while (ended.length === OUTCOMES_AT_ONCE)
  } catch (error) {
    deps.log.error({ error }, 'outcomes of attempts not told')
  }
}

function tell(attempt: EndedAttempt, now: EpochMs, deps: AttemptOutcomesDeps): void {
  const { outcome, level, sentence } = describe(attempt)
  const platform = attempt.client?.platform ?? 'unknown'
  const walletApp = nameOf(attempt.walletApp, deps.isListed)
  deps.metrics.attemptSettled({ outcome, family: attempt.family, platform, walletApp })
  const line = {
    attempt: attempt.id,
    outcome,
    platform,
    clientVersion: attempt.client?.version ?? null,
    walletApp,
    ms: (outcome === 'expired' ? attempt.expiresAt : now) - attempt.createdAt,
  }
  deps.log[level](line, sentence)
}

/** A member's browser names the wallet: a name that is none might say who the member is. */
function nameOf(
  walletApp: string | null,
  isListed: AttemptOutcomesDeps['isListed'],
): string | null {
  return walletApp === null || isListed(walletApp) ? walletApp : 'other'
}

type Description = { outcome: string; level: 'info' | 'warn'; sentence: string }

function describe({ state, errorCode, lastState }: EndedAttempt): Description {
  if (state === 'linked') return { outcome: state, level: 'info', sentence: 'wallet linked' }
  if (state === 'cancelled') {
    return { outcome: state, level: 'info', sentence: 'not linked: cancelled by the member' }
  }
  if (state === 'expired') {
    return { outcome: state, level: 'warn', sentence: `not linked: ${waitedFor(lastState)}` }
  }
  const code = errorCode ?? 'internal'
  return { outcome: code, level: 'warn', sentence: `not linked: ${PROBLEMS[code].log}` }
}

/** What the time of an expired attempt ran out for. */
function waitedFor(lastState: AttemptState): string {
  switch (lastState) {
    case 'awaiting-consent':
      return 'the holder of the wallet did not answer in time'
    case 'awaiting-wallet':
      return 'the wallet did not answer in time'
    default:
      return 'no wallet was opened in time'
  }
}

/** Ends early, without an error, when `signal` aborts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined)
}
