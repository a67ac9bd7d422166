import { getBotId } from '../config/bot-id.ts'
import { commandLine } from '../config/command-line.ts'
import type { Config } from '../config/config.ts'
import { acceptChains } from '../door/accept-chains.ts'
import { databaseFailure } from '../log/database-failure.ts'
import { describeFileError } from '../log/describe-file-error.ts'
import type { Log } from '../log/log.ts'
import { getPlace } from '../store/database/database-place.ts'
import { readDatabaseState } from '../store/database/database-state.ts'
import { judgeSchema, listMissing } from '../store/database/judge-schema.ts'
import { keepFormer } from '../store/database/keep-former.ts'
import { isDatabaseOpenElsewhere, openStore, requireOwn } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { failForDatabase, StartError } from './start-error.ts'
import { type StartTimeout, untilThere } from './until-there.ts'
import type { UsedDatabases } from './used-databases.ts'

type Deps = {
  config: Config
  log: Log
  /** @default nobody keeps the list, as in the demo and in tests */
  usedDatabases?: UsedDatabases | null
}

const IN_MEMORY = 'file::memory:'

const SECOND_SERVER =
  'another process has the SQLite file open; if it is a server, stop one: each counts rates for itself, and they wait for each other. Postgres is for several'

/**
 * Opens the store once the database is up. Makes its tables, or migrates them after a copy.
 *
 * @throws {StartError}
 * @throws {WrongBotError}
 * @throws {WrongDataKeyError}
 */
export async function openDatabase(given: Deps, timeout: StartTimeout): Promise<Store> {
  const { config, log } = given
  const { databaseUrl } = config
  // What is in memory is new at every start.
  const deps = databaseUrl === IN_MEMORY ? { ...given, usedDatabases: null } : given
  if (isDatabaseOpenElsewhere(databaseUrl)) log.warn(SECOND_SERVER)
  const store = await untilThere(
    {
      what: 'database',
      attempt: async () => {
        await prepare(deps)
        return openAndBegin(config, log)
      },
      isTemporary: (error) => ['away', 'held'].includes(databaseFailure(error)),
    },
    timeout,
  ).catch(failForDatabase)
  await noteUse(deps)
  return store
}

/** A start alone begins to change the key: a command leaves the database under the one that it has. */
async function openAndBegin(config: Config, log: Log): Promise<Store> {
  const store = await openConfiguredStore(config, log)
  try {
    await store.beginKeyChange()
  } catch (error) {
    await store.close()
    throw error
  }
  return store
}

/**
 * @throws {WrongBotError}
 * @throws {WrongDataKeyError}
 */
export function openConfiguredStore(config: Config, log: Log): Promise<Store> {
  return openStore({
    ...config,
    botId: getBotId(config.bot.token),
    delivers: config.webhook !== null,
    keepsNames: config.adminNames === 'on',
    accepts: acceptChains(config),
    onUnreadable: (sequence) => log.error({ sequence }, 'store: event cannot be unsealed'),
  })
}

/** What a start says and keeps before it makes or migrates tables. */
async function prepare({ config, log, usedDatabases }: Deps): Promise<void> {
  const { databaseUrl } = config
  const state = await readDatabaseState(databaseUrl)
  const { migrations } = state
  const verdict = judgeSchema(migrations)
  // Where nobody keeps a list, as in the demo, every database is new.
  if (verdict === 'empty' && usedDatabases)
    log.warn(`a new database at ${await requireUnused(databaseUrl, usedDatabases)}`)
  if (verdict !== 'older') return
  requireOwn(state, { ...config, botId: getBotId(config.bot.token) })
  const missing = listMissing(migrations)
  const former = await keepFormer(databaseUrl, missing)
  const wayBack = former ?? 'a dump of before, which pg_dump makes before an update'
  log.warn({ migrations: missing }, `the database is migrated; the way back is ${wayBack}`)
}

/**
 * Where a new database comes to be.
 *
 * @throws {StartError} for a place that had one
 */
export async function requireUnused(
  databaseUrl: string,
  usedDatabases: UsedDatabases,
): Promise<string> {
  const place = getPlace(databaseUrl)
  if (await usedDatabases.has(place)) throw new StartError(explainLoss(place, usedDatabases.path))
  return place
}

function explainLoss(place: string, list: string): string {
  return [
    `the database at ${place} was used before and is empty now; is its disk there, and is DATABASE_URL right?`,
    `To bring it back: ${commandLine('restore')}. To begin anew: remove its line from ${list}`,
  ].join('\n')
}

async function noteUse({ config, log, usedDatabases }: Deps): Promise<void> {
  await usedDatabases?.note(getPlace(config.databaseUrl)).catch((error: unknown) => {
    if (error instanceof StartError) throw error
    const reason = describeFileError(usedDatabases.path, error)
    log.info(`a later start will not notice if the database is lost: ${reason}`)
  })
}
