import { writeUsage } from '../config/command-line.ts'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describeFileError } from '../log/describe-file-error.ts'
import { copySqliteDatabase } from '../store/database/copy-database.ts'
import { readDatabaseState } from '../store/database/database-state.ts'
import { createKeyRing, type DataKeys } from '../store/database/field-cipher.ts'
import { requireKeys } from '../store/database/judge-keys.ts'
import { CommandError, WrongUseError, defineCommand, parseFlags } from './command.ts'
import { databaseFile, dumpLine } from './database-files.ts'
import { explain, readStoreConfig } from './with-store.ts'

const USAGE = writeUsage([
  ['backup <file>', 'copies the database into a new file, also while the server runs'],
])

/** Works over the tables of any version. */
export const backup = defineCommand(USAGE, async (args, context) => {
  const target = resolve(context.directory, parseTarget(args))
  const config = readStoreConfig(context)
  const source = databaseFile({ ...config, directory: context.directory }, (url) =>
    [
      'A Postgres database is backed up with its own tools:',
      dumpLine(url),
      'It asks for the password. DATA_KEY is not in the dump: keep a copy elsewhere.',
    ].join('\n'),
  )
  await requireDatabase(source)
  await requireKey(source, config).catch(explain)
  await copySqliteDatabase(source, target).catch((error: unknown) => {
    throw new CommandError(`No backup was made: ${describeFileError(target, error)}`)
  })
  const { size } = await stat(target)
  context.print(`${target}: ${size.toLocaleString('en')} bytes`)
  context.print(
    'DATA_KEY is not in it, and without that key nothing can be read: keep a copy elsewhere.',
  )
  return 0
})

function parseTarget(args: string[]): string {
  const { positionals } = parseFlags({ args, allowPositionals: true, options: {} })
  const [target, ...rest] = positionals
  if (target === undefined || rest.length > 0) throw new WrongUseError('Give one file to write to.')
  return target
}

async function requireDatabase(source: string): Promise<void> {
  try {
    await stat(source)
  } catch (error) {
    throw new CommandError(`There is no database to back up: ${describeFileError(source, error)}`)
  }
}

/** A backup that nobody can read is no backup. */
async function requireKey(source: string, keys: DataKeys): Promise<void> {
  requireKeys(await readDatabaseState(`file:${source}`), createKeyRing(keys).keys)
}
