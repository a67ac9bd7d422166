import { cacheAnswers } from '../cache/cache-answers.ts'
import type { Log } from '../log/log.ts'
import type { HealthPart } from '../metrics/metrics.ts'
import type { Store } from '../store/store.ts'

/** Why a balancer should send no new clients here: the server stops, or cannot go on with its database. Null while it runs. */
export type FindStop = () => Exclude<HealthPart, 'database' | 'bot'> | null

type Deps = {
  store: Pick<Store, 'ping'>
  log: Log
  /** Whether the bot receives updates; true where it is not meant to receive any. */
  isBotReady: () => boolean
  findStop: FindStop
}

/** The parts without which the server is not ready. */
export type FindMissing = () => Promise<HealthPart[]>

/** How long an answer of the database counts, in milliseconds. Everybody may call `/readyz`, and each call is a write. */
const DATABASE_ANSWER_MS = 1_000

export function createFindMissing(deps: Deps): FindMissing {
  const { isBotReady, findStop } = deps
  const askOnce = cacheAnswers<boolean>(1, () => performance.now())
  return async () => {
    const stop = findStop()
    if (stop !== null) return [stop]
    const takesWrites = await askOnce('database', async () => ({
      answer: await askDatabase(deps),
      cacheMs: DATABASE_ANSWER_MS,
    }))
    const missing: HealthPart[] = []
    if (!takesWrites) missing.push('database')
    if (!isBotReady()) missing.push('bot')
    return missing
  }
}

async function askDatabase({ store, log }: Deps): Promise<boolean> {
  try {
    await store.ping()
    return true
  } catch (error) {
    log.error({ error }, 'not ready: the database does not answer')
    return false
  }
}
