import { commandLine, writeUsage } from '../config/command-line.ts'
import type { StoreConfig } from '../config/config.ts'
import { describeFileError } from '../log/describe-file-error.ts'
import { DATABASE_SENTENCES } from '../log/database-failure.ts'
import { requireUnused } from '../process/open-database.ts'
import { createUsedDatabases } from '../process/used-databases.ts'
import { readDatabaseState } from '../store/database/database-state.ts'
import { judgeSchema, listMissing } from '../store/database/judge-schema.ts'
import { keepFormer } from '../store/database/keep-former.ts'
import { isSqlite } from '../store/database/sqlite-path.ts'
import { openStore, requireOwn } from '../store/open-store.ts'
import { type CommandContext, CommandError, defineCommand, parseFlags } from './command.ts'
import { dumpLine, withoutPassword } from './database-files.ts'
import { explain, readStoreConfig } from './with-store.ts'

const USAGE = writeUsage([
  [
    'migrate',
    'brings the database to this version, or makes it; a copy of an SQLite database stays beside it',
  ],
  ['migrate --backed-up', 'the same for a Postgres database, of which you have a dump'],
])

export const migrate = defineCommand(USAGE, async (args, context) => {
  const options = { 'backed-up': { type: 'boolean', default: false } } as const
  const { values } = parseFlags({ args, options })
  const config = readStoreConfig(context)
  const { databaseUrl } = config
  const state = await readDatabaseState(databaseUrl).catch(explain)
  const { migrations } = state
  const verdict = judgeSchema(migrations)
  if (verdict === 'current') {
    context.print('The database is of this version: there is nothing to migrate.')
    return 0
  }
  if (verdict === 'empty') return makeNew(config, context)
  if (verdict !== 'older') throw new CommandError(`Not done: ${DATABASE_SENTENCES[verdict]}`)
  try {
    requireOwn(state, config)
  } catch (error) {
    explain(error)
  }
  if (!isSqlite(databaseUrl) && !values['backed-up']) throw offerDump(databaseUrl)
  const missing = listMissing(migrations)
  const former = await keepFormer(databaseUrl, missing).catch((error: unknown) => {
    throw new CommandError(
      `Nothing was migrated. ${describeFileError('the copy of the database', error)}`,
    )
  })
  await makeTables(config)
  context.print(`Migrated: ${missing.join(', ')}`)
  if (former !== null) context.print(`The database as it was before is kept as ${former}`)
  return 0
})

async function makeNew(config: StoreConfig, { directory, print }: CommandContext): Promise<number> {
  const used = createUsedDatabases(directory)
  const place = await requireUnused(config.databaseUrl, used).catch(explain)
  await makeTables(config)
  print(`A new database at ${place}`)
  return 0
}

async function makeTables(config: StoreConfig): Promise<void> {
  const store = await openStore(config).catch(explain)
  await store.close()
}

function offerDump(databaseUrl: string): CommandError {
  return new CommandError(
    [
      'Nothing was migrated. Make a dump first; it is the way back:',
      dumpLine(withoutPassword(databaseUrl)),
      `Then: ${commandLine('migrate --backed-up')}`,
    ].join('\n'),
  )
}
