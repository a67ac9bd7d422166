import { commandLine, writeUsage } from '../config/command-line.ts'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, copyFile, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { StoreConfig } from '../config/config.ts'
import { readState, withDatabase } from '../store/database/database-state.ts'
import { createKeyRing, type DataKeys } from '../store/database/field-cipher.ts'
import { isRefusal, judgeKeys } from '../store/database/judge-keys.ts'
import { judgeSchema } from '../store/database/judge-schema.ts'
import { isOpenElsewhere } from '../store/database/sqlite-database.ts'
import {
  copySqliteDatabase,
  linkOrRename,
  moveToFreeName,
} from '../store/database/copy-database.ts'
import { makeOwnFolder } from '../store/database/make-own-folder.ts'
import { describeFileError } from '../log/describe-file-error.ts'
import { errorCode } from '../log/error-code.ts'
import {
  type CommandContext,
  CommandError,
  WrongUseError,
  defineCommand,
  parseFlags,
} from './command.ts'
import { databaseFile, getFiles } from './database-files.ts'
import { forgetMembers } from './forget.ts'
import { readDeletedMembers } from '../store/database/read-deleted-members.ts'
import { readStoreConfig, withStore } from './with-store.ts'
import { sql } from 'kysely'

const USAGE = writeUsage([
  ['restore <file>', 'puts a backup in the place where no database is'],
  [
    'restore <file> --replace',
    'moves the present database aside before that; stop the server first',
  ],
])

const PRIVATE_MODE = 0o600

export const restore = defineCommand(USAGE, async (args, context) => {
  const { file, isReplacing } = parseTask(args)
  const config = readStoreConfig(context)
  const target = databaseFile({ ...config, directory: context.directory }, (url) =>
    [
      'A Postgres database is restored with its own tools:',
      `  pg_restore --clean --if-exists --dbname='${url.href}' clasp.dump`,
      'It asks for the password. DATA_KEY must name the key under which the dump was made.',
    ].join('\n'),
  )
  const isThere = getFiles(target).some((path) => existsSync(path))
  if (isThere && !isReplacing) {
    throw new CommandError(`${target} exists. To move it aside, stop the server and add --replace.`)
  }
  const source = resolve(context.directory, file)
  const copy = `${target}.restoring-${randomBytes(4).toString('hex')}`
  const whole = `${copy}-whole`
  try {
    await makeOwnFolder(dirname(target)).catch((error: unknown) => {
      throw new CommandError(describeFileError(dirname(target), error))
    })
    const verdict = await refuseWhy(source, copyChecked({ source, copy }, config))
    const deleted = isThere ? readReplaced(target) : []
    const restored = { ...config, databaseUrl: `file:${copy}` }
    if (verdict === 'current') await deleteAgain(deleted, restored, context)
    await refuseWhy(target, copySqliteDatabase(copy, whole))
    if (isThere) await keepAside(target, context)
    // One file, in one step.
    await refuseWhy(target, isThere ? rename(whole, target) : moveToFreeName(whole, target))
    context.print(`${target} holds what ${source} held.`)
    if (verdict === 'older') printLater(deleted, context)
  } finally {
    await Promise.all([copy, whole].map(removeDatabase))
  }
  context.print(`To go on: ${commandLine('doctor')}, then ${commandLine('start')}`)
  return 0
})

/**
 * Deletes members again who were deleted after the backup was made.
 *
 * @param deleted their ids, as far back as events are stored; null where the former database does not say
 */
async function deleteAgain(
  deleted: readonly string[] | null,
  config: StoreConfig,
  { print, now }: CommandContext,
): Promise<void> {
  if (deleted === null) return print(`${UNREADABLE} ${HOW_TO_FORGET}`)
  if (deleted.length === 0) return
  const forgotten = await withStore(config, (store) => forgetMembers(store, deleted, now()))
  if (forgotten > 0) print(`Deleted after the backup, and now again: ${forgotten} members.`)
}

/** No command migrates, and the store works over the tables of this version alone. */
function printLater(deleted: readonly string[] | null, { print }: CommandContext): void {
  print(
    `The backup is of an earlier version: ${commandLine('start')} migrates it, and so does ${commandLine('migrate')}.`,
  )
  if (deleted === null) return print(`${UNREADABLE} ${HOW_TO_FORGET}`)
  if (deleted.length === 0) return
  print(
    `After that, delete again who was deleted after it: ${commandLine(`forget ${deleted.join(' ')}`)}`,
  )
}

const UNREADABLE =
  'The former database cannot be read: members who were deleted after the backup are back.'
const HOW_TO_FORGET = `For how to delete them again: ${commandLine('forget --help')}`

function parseTask(args: string[]): { file: string; isReplacing: boolean } {
  const { values, positionals } = parseFlags({
    args,
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  })
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0) throw new WrongUseError('Give one file to restore.')
  return { file, isReplacing: values.replace }
}

const FAULTS = {
  damaged: 'it is no whole SQLite database: truncated, altered, or something else',
  empty: 'it is a database, but not one of Clasp',
  newer: 'it was made by a newer Clasp: install that version first',
  unreleased: 'it was made before version 1.0.0, and no way leads from it',
  'other-key':
    'it was made under another DATA_KEY: set that key first; one from the middle of a change needs both',
}

async function copyChecked(
  { source, copy }: { source: string; copy: string },
  keys: DataKeys,
): Promise<'current' | 'older'> {
  await copyDatabase(source, copy)
  const found = await inspectDatabase(copy, keys)
  if (found === 'current' || found === 'older') return found
  throw new CommandError(`Nothing was restored. ${source}: ${FAULTS[found]}.`)
}

/** @throws {CommandError} which says why this file could not be read or written */
function refuseWhy<Result>(path: string, work: Promise<Result>): Promise<Result> {
  return work.catch((error: unknown) => {
    if (error instanceof CommandError) throw error
    throw new CommandError(`Nothing was restored. ${describeFileError(path, error)}`)
  })
}

/** A copy made by hand from a running server has part of its content in its log. */
async function copyDatabase(from: string, to: string): Promise<void> {
  await copyPrivately(from, to)
  if (existsSync(`${from}-wal`)) await copyPrivately(`${from}-wal`, `${to}-wal`)
}

/** Sets the mode, because a copy has that of its source, which others may be allowed to read. */
async function copyPrivately(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  await chmod(to, PRIVATE_MODE)
}

async function removeDatabase(path: string): Promise<void> {
  await Promise.all(getFiles(path).map((file) => rm(file, { force: true })))
}

/** Gives it a name with the time, so that a restore never loses data. */
async function keepAside(target: string, { now, print }: CommandContext): Promise<void> {
  const stamp = new Date(now()).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const aside = `${target}.replaced-${stamp}`
  if (existsSync(aside)) throw new CommandError(`${aside} exists: try again in a second.`)
  const names = getFiles(aside)
  for (const [index, path] of getFiles(target).entries()) {
    const move = path === target ? linkOrRename : rename
    if (existsSync(path)) await move(path, names[index] ?? aside)
  }
  print(`The former database is kept as ${aside}`)
}

/**
 * Members who were deleted from the database that is replaced. The check gathers all of it in one file. One that cannot be opened
 * at all is moved as it is.
 */
function readReplaced(target: string): string[] | null {
  if (!isOpenElsewhere(target)) return readDeletedMembers(target)
  throw new CommandError(
    `Nothing was restored. A process has ${target} open: stop the server first.`,
  )
}

/**
 * How a file stands to this build. The check writes beside it, so it must be a copy. SQLite may hold the files open until
 * the process ends.
 */
async function inspectDatabase(
  path: string,
  keys: DataKeys,
): Promise<'current' | 'older' | keyof typeof FAULTS> {
  try {
    return await withDatabase(`file:${path}`, async (db) => {
      const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
      if (rows[0]?.integrity_check !== 'ok') return 'damaged'
      const state = await readState(db)
      return isRefusal(judgeKeys(state, createKeyRing(keys).keys))
        ? 'other-key'
        : judgeSchema(state.migrations)
    })
  } catch (error) {
    if (DAMAGED.test(errorCode(error) ?? '')) return 'damaged'
    throw error
  }
}

/** Codes of SQLite for a file that is not a database, or an incomplete one. */
const DAMAGED = /^SQLITE_(?:NOTADB|CORRUPT|IOERR)/
