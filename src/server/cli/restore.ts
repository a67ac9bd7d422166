import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, copyFile, rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { StoreConfig } from '../config/config.ts'
import {
  isOpenElsewhere,
  openLibsqlConnection,
  type LibsqlConnection,
} from '../store/database/sqlite-database.ts'
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
import * as v from 'valibot'
import { MIGRATIONS } from '../store/database/migrations.ts'
import { openStore, WrongDataKeyError } from '../store/open-store.ts'

const USAGE = `Usage:
  npm run restore -- <file> [--replace]
    --replace   moves the present database aside instead of refusing; stop the server first`

const PRIVATE_MODE = 0o600

export const restore = defineCommand(USAGE, async (args, context) => {
  const { file, isReplacing } = parseTask(args)
  const config = readStoreConfig(context)
  const target = databaseFile({ ...config, directory: context.directory }, (url) =>
    [
      'A Postgres database is restored with its own tools:',
      `  pg_restore --clean --if-exists --dbname='${url.href}' clasp.dump`,
      'It asks for the password. The DATA_KEY must be the one the dump was made under.',
    ].join('\n'),
  )
  const isThere = getFiles(target).some((path) => existsSync(path))
  let deleted: string[] | null = []
  if (isThere && !isReplacing) {
    throw new CommandError(`${target} exists. To move it aside, stop the server and add --replace.`)
  }
  const source = resolve(context.directory, file)
  const copy = `${target}.restoring-${randomBytes(4).toString('hex')}`
  try {
    await makeOwnFolder(dirname(target)).catch((error: unknown) => {
      throw new CommandError(describeFileError(dirname(target), error))
    })
    await copyChecked({ source, copy }, config.dataKey)
    if (isThere) deleted = readDeletedMembers(await moveAside(target, context))
    await moveDatabase(copy, target)
  } finally {
    await removeDatabase(copy)
  }
  context.print(`${target} holds what ${source} held.`)
  await deleteAgain(deleted, config, context)
  context.print('To go on: npm run doctor, then npm start')
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

const UNREADABLE =
  'The former database cannot be read: members who were deleted after the backup are back.'
const HOW_TO_FORGET = 'For how to delete them again: npm run forget -- --help'

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

const FAULTS: Record<DatabaseFault, string> = {
  damaged: 'it is no whole SQLite database: cut short, altered, or something else',
  'not-clasp': 'it is a database, but not one of Clasp',
  'newer-clasp': 'it was made by a newer Clasp: install that version first',
  'other-key': 'it was made under another DATA_KEY: set that key first',
}

/** Inspects a copy of the copy, because inspecting writes and the restored file must not change. */
async function copyChecked(
  { source, copy }: { source: string; copy: string },
  dataKey: Uint8Array,
): Promise<void> {
  const inspected = `${copy}-inspected`
  try {
    await copyDatabase(source, copy)
    await copyDatabase(copy, inspected)
    const verdict = await inspectDatabase(inspected, dataKey)
    if (!verdict.ok) throw new CommandError(`${source}: ${FAULTS[verdict.fault]}.`)
  } catch (error) {
    const why = error instanceof CommandError ? error.message : describeFileError(source, error)
    throw new CommandError(`Nothing was restored. ${why}`)
  } finally {
    await removeDatabase(inspected)
  }
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

async function moveDatabase(from: string, to: string): Promise<void> {
  const targets = getFiles(to)
  for (const [index, path] of getFiles(from).entries()) {
    if (existsSync(path)) await rename(path, targets[index] ?? to)
  }
}

async function removeDatabase(path: string): Promise<void> {
  await Promise.all(getFiles(path).map((file) => rm(file, { force: true })))
}

/** Moves it to a name with the time, so that a restore never loses data. Answers the name. */
async function moveAside(target: string, { now, print }: CommandContext): Promise<string> {
  refuseWhileInUse(target)
  const stamp = new Date(now()).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const aside = `${target}.replaced-${stamp}`
  if (existsSync(aside)) throw new CommandError(`${aside} exists: try again in a second.`)
  await moveDatabase(target, aside)
  print(`The former database is kept as ${aside}`)
  return aside
}

/** The check gathers all of the database in one file. One that cannot be opened at all is moved as it is. */
function refuseWhileInUse(target: string): void {
  if (!isOpenElsewhere(target)) return
  throw new CommandError(
    `Nothing was restored. A process has ${target} open: stop the server first.`,
  )
}

type DatabaseFault = 'damaged' | 'not-clasp' | 'newer-clasp' | 'other-key'

type DatabaseVerdict = { ok: true } | { ok: false; fault: DatabaseFault }

/**
 * Whether a file is a complete Clasp database that opens with the key. The check migrates it to the newest schema, so
 * it must be a copy. SQLite may hold the files open until the process ends.
 */
async function inspectDatabase(path: string, dataKey: Uint8Array): Promise<DatabaseVerdict> {
  const fault = inspectFile(path)
  if (fault !== null) return { ok: false, fault }
  try {
    const store = await openStore({ databaseUrl: `file:${path}`, dataKey, delivers: false })
    await store.close()
    return { ok: true }
  } catch (error) {
    if (error instanceof WrongDataKeyError) return { ok: false, fault: 'other-key' }
    throw error
  }
}

/** Codes of SQLite for a file that is not a database, or an incomplete one. */
const DAMAGED = /^SQLITE_(?:NOTADB|CORRUPT|IOERR)/

function inspectFile(path: string): DatabaseFault | null {
  let connection: LibsqlConnection | undefined
  try {
    connection = openLibsqlConnection(path)
    return inspectContent(connection)
  } catch (error) {
    if (DAMAGED.test(errorCode(error) ?? '')) return 'damaged'
    throw error
  } finally {
    connection?.close()
  }
}

function inspectContent(connection: LibsqlConnection): DatabaseFault | null {
  const [integrity] = column(connection, 'pragma integrity_check')
  if (integrity !== 'ok') return 'damaged'
  const tables = column(connection, "select name from sqlite_master where type = 'table'")
  if (!['settings', 'kysely_migration'].every((table) => tables.includes(table))) return 'not-clasp'
  const migrations = column(connection, 'select name from kysely_migration')
  return migrations.every((name) => name in MIGRATIONS) ? null : 'newer-clasp'
}

const RowSchema = v.record(v.string(), v.string())

function column(connection: LibsqlConnection, query: string): string[] {
  return connection
    .prepare(query)
    .all([])
    .flatMap((row) => Object.values(v.parse(RowSchema, row)))
}
