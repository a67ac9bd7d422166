import { open, rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describeFileError } from '../log/describe-file-error.ts'
import {
  type CommandContext,
  CommandError,
  WrongUseError,
  defineCommand,
  parseFlags,
} from './command.ts'
import { databaseFile } from './database-files.ts'
import { readStoreConfig, withStore } from './with-store.ts'

const USAGE = `Usage:
  npm run backup -- <file>   copies the database into a new file, also while the server runs`

/** Only the file's owner can read or write it. */
const PRIVATE_MODE = 0o600

export const backup = defineCommand(USAGE, async (args, context) => {
  const target = resolve(context.directory, parseTarget(args))
  const config = readStoreConfig(context)
  const source = databaseFile({ ...config, directory: context.directory }, (url) =>
    [
      'A Postgres database is backed up with its own tools:',
      `  pg_dump --format=custom --file=clasp.dump '${url.href}'`,
      'It asks for the password. DATA_KEY is not in the dump: keep a copy elsewhere.',
    ].join('\n'),
  )
  await requireDatabase(source)
  await withStore(config, async (store) => {
    await reserve(target)
    await store.backup(target).catch(async (error: unknown) => {
      await rm(target, { force: true })
      throw error
    })
  })
  await makeDurable(target)
  await report(target, context)
  return 0
})

function parseTarget(args: string[]): string {
  const { positionals } = parseFlags({ args, allowPositionals: true, options: {} })
  const [target, ...rest] = positionals
  if (target === undefined || rest.length > 0) throw new WrongUseError('Give one file to write to.')
  return target
}

/** Opening the store would create an empty database if there is none. */
async function requireDatabase(source: string): Promise<void> {
  try {
    await stat(source)
  } catch (error) {
    throw new CommandError(`There is no database to back up: ${describeFileError(source, error)}`)
  }
}

/** Creates the file, empty and private. The same step fails if there is one already. */
async function reserve(target: string): Promise<void> {
  try {
    const file = await open(target, 'wx', PRIVATE_MODE)
    await file.close()
  } catch (error) {
    throw new CommandError(`No backup was made: ${describeFileError(target, error)}`)
  }
}

async function makeDurable(target: string): Promise<void> {
  const file = await open(target, 'r+')
  await file.sync()
  await file.close()
}

async function report(target: string, { print }: CommandContext): Promise<void> {
  const { size } = await stat(target)
  print(`${target}: ${size.toLocaleString('en')} bytes`)
  print('DATA_KEY is not in it, and without that key nothing can be read: keep a copy elsewhere.')
}
