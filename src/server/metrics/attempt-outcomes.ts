import type { AttemptState } from '#shared/attempt.ts'
import type { Log } from '#server/log/log.ts'
import { createPoller, type Poller } from '#server/process/poller.ts'
import { PROBLEM_LINES } from '#server/log/problem-lines.ts'
import type { EndedAttempt } from '#server/store/linking/outcomes.ts'
import type { Store } from '#server/store/store.ts'
import type { EpochMs } from '#server/store/database/stored.ts'
import type { WalletsList } from '#server/wallets-list/wallets-list.ts'
import type { Metrics } from './metrics.ts'

/** How often to check for ended attempts, in milliseconds. */
const POLL_MS = 1_000
const OUTCOMES_AT_ONCE = 500

export type AttemptOutcomesDeps = {
  store: Pick<Store, 'takeOutcomes'>
  log: Log
  metrics: Pick<Metrics, 'attemptSettled'>
  walletsList: Pick<WalletsList, 'publicName'>
  now: () => EpochMs
}

/**
 * Counts every ended attempt and writes one line about it, so that the log shows why a wallet was not linked. The
 * attempts come from the store: each is reported once, however it ended (a proof, a call of the client, an answer to a
 * question, time), and in whichever process. `stop` reports all attempts that have ended so far, then no more.
 */
export function createAttemptOutcomes(deps: AttemptOutcomesDeps): Poller {
  const poller = createPoller(async () => {
    await countEnded(deps)
    return POLL_MS
  })
  return {
    ...poller,
    async stop() {
      await poller.stop()
      await countEnded(deps)
    },
  }
}

async function countEnded(deps: AttemptOutcomesDeps): Promise<void> {
  try {
    let ended: EndedAttempt[]
    do {
      const now = deps.now()
      ended = await deps.store.takeOutcomes(now, OUTCOMES_AT_ONCE)
      for (const attempt of ended) report(attempt, now, deps)
    } while (ended.length === OUTCOMES_AT_ONCE)
  } catch (error) {
    deps.log.error({ error }, 'the outcomes of attempts were not counted')
  }
}

function report(attempt: EndedAttempt, now: EpochMs, deps: AttemptOutcomesDeps): void {
  const { outcome, level, sentence } = describe(attempt)
  const platform = attempt.client?.platform ?? 'unknown'
  const walletApp = deps.walletsList.publicName(attempt.walletApp)
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

type Description = { outcome: string; level: 'info' | 'warn'; sentence: string }

function describe({ state, errorCode, lastState }: EndedAttempt): Description {
  if (state === 'linked') return { outcome: state, level: 'info', sentence: 'wallet linked' }
  if (state === 'cosigned') {
    return { outcome: state, level: 'info', sentence: 'an owner confirmed a multisig' }
  }
  if (state === 'cancelled') {
    return { outcome: state, level: 'info', sentence: 'not linked: cancelled by the member' }
  }
  if (state === 'expired') {
    return { outcome: state, level: 'warn', sentence: `not linked: ${waitedFor(lastState)}` }
  }
  const code = errorCode ?? 'internal'
  return { outcome: code, level: 'warn', sentence: `not linked: ${PROBLEM_LINES[code]}` }
}

/** The step that was missing when an attempt expired. */
function waitedFor(lastState: AttemptState): string {
  switch (lastState) {
    case 'awaiting-consent':
      return 'the holder of the wallet did not answer in time'
    case 'awaiting-cosigners':
      return 'too few owners of the multisig confirmed in time'
    case 'awaiting-signature':
      return 'the wallet did not sign in time'
    case 'awaiting-wallet':
      return 'the wallet did not answer in time'
    default:
      return 'no wallet was opened in time'
  }
}
