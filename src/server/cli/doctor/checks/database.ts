import { commandLine } from '#server/config/command-line.ts'
import { constants, existsSync } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { describeKeys } from '#server/store/database/describe-keys.ts'
import { createKeyRing, type DataKeys } from '#server/store/database/field-cipher.ts'
import { isRefusal, judgeKeys, KEY_SENTENCES } from '#server/store/database/judge-keys.ts'
import { SEALED_TABLE_NAMES } from '#server/store/database/sealed-tables.ts'
import {
  type DatabaseState,
  readState,
  withDatabase,
} from '#server/store/database/database-state.ts'
import { judgeSchema, listMissing } from '#server/store/database/judge-schema.ts'
import { whyUnusable } from '#server/store/database/move-mark.ts'
import type { Sql } from '#server/store/database/sql-database.ts'
import { isSqlite, sqlitePath } from '#server/store/database/sqlite-path.ts'
import { errorCode, UNTRUSTED_CERTIFICATE } from '#server/log/error-code.ts'
import { OWN_AUTHORITY } from '../ask.ts'
import { failure, type Finding, ok, okUnless, warning } from '../finding.ts'

type Deps = {
  databaseUrl: string
  dataKeys: DataKeys
  /** Telegram's id of the bot of BOT_TOKEN; null where that cannot be used. */
  botId: string | null
  /** The base of a relative path. */
  directory: string
  /** Bytes that this process can still write to the disk of a folder. */
  freeBytes: (folder: string) => Promise<number>
}

const LITTLE_SPACE_BYTES = 100 * 1_024 * 1_024
/** Read, write and run, for all users of the machine. */
const FOR_EVERYBODY = 0o007

/** Whether the database is reachable, of this version, under this key, writable, and has room to grow. */
export async function checkDatabase(deps: Deps): Promise<Finding[]> {
  if (!isSqlite(deps.databaseUrl)) return judge(deps.databaseUrl, deps)
  const path = sqlitePath(deps.databaseUrl)
  if (path === ':memory:') {
    return warning(
      'The database is kept in memory and gone with the process.',
      'Set DATABASE_URL to a file.',
    )
  }
  return checkFile(resolve(deps.directory, path), deps)
}

async function checkFile(path: string, deps: Deps): Promise<Finding[]> {
  const stats = await stat(path).catch(() => null)
  const room = await checkRoom(dirname(path), deps.freeBytes)
  if (stats === null) return [...(await checkFolder(dirname(path))), ...room]
  const mode =
    (stats.mode & FOR_EVERYBODY) === 0
      ? []
      : warning(
          'Every user of this machine can read the database.',
          'Run: chmod 600 on the file of DATABASE_URL and on those beside it whose names start with its name.',
        )
  return [...(await judge(`file:${path}`, deps)), ...mode, ...room]
}

/** The start creates only the last folder of the path. */
async function checkFolder(folder: string): Promise<Finding[]> {
  try {
    await access(existsSync(folder) ? folder : dirname(folder), constants.W_OK)
    return ok('There is no database yet: it is made at the first start.')
  } catch {
    return failure(
      'There is no database yet, and its folder is missing or cannot be written.',
      'Make the folder of DATABASE_URL, and give the user that runs Clasp permission to write in it.',
    )
  }
}

async function checkRoom(folder: string, freeBytes: Deps['freeBytes']): Promise<Finding[]> {
  const bytes = await freeBytes(folder).catch(() => Number.POSITIVE_INFINITY)
  if (bytes >= LITTLE_SPACE_BYTES) return []
  const mebibytes = Math.floor(bytes / 1_024 / 1_024)
  return warning(
    `The disk of the database has ${mebibytes} MiB left.`,
    'Free space before it is full.',
  )
}

async function judge(databaseUrl: string, { dataKeys, botId }: Deps): Promise<Finding[]> {
  try {
    return await withDatabase(databaseUrl, async (db) => {
      const state = await readState(db)
      const faults = [
        ...checkMigrations(state),
        ...checkMove(state),
        ...(await checkKeys(db, state, dataKeys)),
        ...checkBot(state, botId),
        ...checkWriting(await tryToWrite(db)),
      ]
      return okUnless(faults, describe(state))
    })
  } catch (error) {
    const code = errorCode(error)
    if (code === undefined) throw error
    return closed(code)
  }
}

function describe({ migrations }: DatabaseState): string {
  return migrations.length === 0
    ? 'The database is empty and can be written: its tables are made at the first start.'
    : 'The database is of this version, fits DATA_KEY and can be written.'
}

function checkMigrations({ migrations }: DatabaseState): Finding[] {
  switch (judgeSchema(migrations)) {
    case 'empty':
    case 'current':
      return []
    case 'older':
      return warning(
        `Migrations were not run yet: ${listMissing(migrations).join(', ')}.`,
        `Make a backup, then start this version, or run ${commandLine('migrate')}.`,
      )
    case 'newer':
      return failure(
        'The database was migrated by a newer version of Clasp.',
        'Run that version, or restore a backup of this one.',
      )
    case 'unreleased':
      return failure(
        'The database is of a day before version 1.0.0, and no way leads from it.',
        'Name another place in DATABASE_URL; members link their wallets again.',
      )
  }
}

function checkMove({ move }: DatabaseState): Finding[] {
  const reason = whyUnusable(move)
  return reason ? failure(`No server can use it: ${reason.found}.`, `To go on, ${reason.fix}.`) : []
}

async function checkKeys(db: Sql, state: DatabaseState, dataKeys: DataKeys): Promise<Finding[]> {
  const { keys } = createKeyRing(dataKeys)
  const verdict = judgeKeys(state, keys)
  if (isRefusal(verdict))
    return failure(
      `${KEY_SENTENCES[verdict]}.`,
      'Put the key back that is missing: without it nothing personal can be read.',
    )
  const isChanging = state.keyChange?.isOver === false
  const note = describeKeys(state, keys, isChanging ? await countRows(db) : null)
  return note ? warning(note.found, note.fix) : []
}

/** Rows of all tables that a change of the key goes through. */
async function countRows(db: Sql): Promise<number> {
  const counted = SEALED_TABLE_NAMES.map((table) =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('rows'))
      .executeTakeFirstOrThrow(),
  )
  return (await Promise.all(counted)).reduce((sum, { rows }) => sum + Number(rows), 0)
}

function checkBot({ botId }: DatabaseState, ours: string | null): Finding[] {
  if (botId === null || ours === null || botId === ours) return []
  return failure(
    `The database belongs to the bot ${botId}, and BOT_TOKEN to another one.`,
    `Put the former token back, or hand the database over: ${commandLine('adopt')}.`,
  )
}

/** Not an error: it makes the transaction roll back. */
class Undo extends Error {}

/** The code with which the database refused a write; null if it did not. */
async function tryToWrite(db: Sql): Promise<string | null> {
  const write = db.transaction().execute(async (transaction) => {
    await transaction.schema.createTable('clasp_doctor').addColumn('nothing', 'integer').execute()
    throw new Undo()
  })
  return write.catch((error: unknown) =>
    error instanceof Undo ? null : (errorCode(error) ?? 'no connection'),
  )
}

function checkWriting(writeError: string | null): Finding[] {
  if (writeError === null) return []
  const [found, fix] = REFUSED[writeError] ?? [
    `The database cannot be written (${writeError}).`,
    'Check the permissions of its user, and the free space on its disk.',
  ]
  return failure(found, fix)
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const REFUSED: Record<string, [found: string, fix: string]> = {
  '25006': [
    'The database is read-only.',
    'Check whether it is a replica, and what default_transaction_read_only is.',
  ],
  '42501': [
    'The user of DATABASE_URL may not make or change tables.',
    'As an owner, run: GRANT USAGE, CREATE ON SCHEMA public TO that user. The tables that are there must be its own.',
  ],

  '28P01': ['The database refuses the password.', 'Check the password in DATABASE_URL.'],
  '28000': [
    'The database refuses the user.',
    'Check the user in DATABASE_URL, and add sslmode=verify-full if the server wants TLS.',
  ],
  '3D000': ['The database server has no such database.', 'Make it, with: createdb'],
  SQLITE_NOTADB: [
    'The file of DATABASE_URL is no database.',
    `Check the path, or restore a backup (${commandLine('restore')}).`,
  ],
}

function closed(code: string): Finding[] {
  const [found, fix] = REFUSED[code] ?? [
    `The database cannot be opened (${code}).`,
    UNTRUSTED_CERTIFICATE.test(code)
      ? `Name its certificate in sslrootcert of DATABASE_URL, or ${OWN_AUTHORITY}`
      : 'Check DATABASE_URL, and whether the database is up and reachable from here.',
  ]
  return failure(found, fix)
}
