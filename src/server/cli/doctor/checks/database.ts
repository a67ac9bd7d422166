import { timingSafeEqual } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { createFieldCipher } from '#server/store/database/field-cipher.ts'
import { MIGRATIONS } from '#server/store/database/migrations.ts'
import { sqlitePath } from '#server/store/open-store.ts'
import { UNTRUSTED_CERTIFICATE } from '#server/log/error-code.ts'
import { OWN_AUTHORITY } from '../ask.ts'
import { failure, type Finding, ok, okUnless, warning } from '../finding.ts'
import {
  DatabaseClosedError,
  type DatabaseState,
  readPostgresState,
  readSqliteState,
} from '../database-state.ts'

type Deps = {
  databaseUrl: string
  dataKey: Uint8Array
  /** The base of a relative path. */
  directory: string
  /** Bytes that this process can still write to the disk of a folder. */
  freeBytes: (folder: string) => Promise<number>
}

const LITTLE_SPACE_BYTES = 100 * 1_024 * 1_024
/** Read, write and run, for all users of the machine. */
const FOR_EVERYBODY = 0o007

/** Whether the database is reachable, of this version, made with this key, writable, and has room to grow. */
export async function checkDatabase(deps: Deps): Promise<Finding[]> {
  if (!deps.databaseUrl.startsWith('file:')) {
    return judge(() => readPostgresState(deps.databaseUrl), deps.dataKey)
  }
  const path = sqlitePath(deps.databaseUrl)
  if (path === ':memory:') {
    return [
      warning(
        'The database is kept in memory and gone with the process.',
        'Set DATABASE_URL to a file.',
      ),
    ]
  }
  return checkFile(resolve(deps.directory, path), deps)
}

async function checkFile(path: string, { dataKey, freeBytes }: Deps): Promise<Finding[]> {
  const stats = await stat(path).catch(() => null)
  const room = await checkRoom(dirname(path), freeBytes)
  if (stats === null) return [...(await checkFolder(dirname(path))), ...room]
  const mode =
    (stats.mode & FOR_EVERYBODY) === 0
      ? []
      : [
          warning(
            'Every user of this machine can open the database.',
            'Run: chmod 600 on the file of DATABASE_URL and on those beside it whose names start with its name.',
          ),
        ]
  return [...(await judge(() => readSqliteState(path), dataKey)), ...mode, ...room]
}

/** The start creates only the last folder of the path. */
async function checkFolder(folder: string): Promise<Finding[]> {
  try {
    await access(existsSync(folder) ? folder : dirname(folder), constants.W_OK)
    return [ok('There is no database yet: it is made at the first start.')]
  } catch {
    return [
      failure(
        'There is no database yet, and its folder is missing or cannot be written.',
        'Make the folder of DATABASE_URL, and give the user that runs Clasp the right to write in it.',
      ),
    ]
  }
}

async function checkRoom(folder: string, freeBytes: Deps['freeBytes']): Promise<Finding[]> {
  const bytes = await freeBytes(folder).catch(() => Number.POSITIVE_INFINITY)
  if (bytes >= LITTLE_SPACE_BYTES) return []
  const mebibytes = Math.floor(bytes / 1_024 / 1_024)
  return [
    warning(`The disk of the database has ${mebibytes} MiB left.`, 'Make room before it is full.'),
  ]
}

async function judge(read: () => Promise<DatabaseState>, dataKey: Uint8Array): Promise<Finding[]> {
  try {
    const state = await read()
    const faults = [...checkMigrations(state), ...checkKey(state, dataKey), ...checkWriting(state)]
    return okUnless(faults, describe(state))
  } catch (error) {
    if (error instanceof DatabaseClosedError) return [closed(error.code)]
    throw error
  }
}

function describe({ migrations }: DatabaseState): string {
  return migrations.length === 0
    ? 'The database is empty and can be written: its tables are made at the first start.'
    : 'The database is of this version, fits DATA_KEY and can be written.'
}

function checkMigrations({ migrations }: DatabaseState): Finding[] {
  const wanted = Object.keys(MIGRATIONS)
  if (migrations.some((name) => !wanted.includes(name))) {
    return [
      failure(
        'The database was made by a newer version of Clasp.',
        'Run that version, or restore a backup of this one.',
      ),
    ]
  }
  const missing = wanted.filter((name) => !migrations.includes(name))
  if (missing.length === 0 || migrations.length === 0) return []
  return [
    warning(
      `${missing.length} of ${wanted.length} migrations were not run yet.`,
      'Make a backup (npm run backup), then start this version: it runs them itself.',
    ),
  ]
}

function checkKey({ keyCheck }: DatabaseState, dataKey: Uint8Array): Finding[] {
  const ours = createFieldCipher(dataKey).keyCheck
  const fits =
    keyCheck === null || (keyCheck.length === ours.length && timingSafeEqual(keyCheck, ours))
  if (fits) return []
  return [
    failure(
      'DATA_KEY is not the key that this database was made with.',
      'Put that key back: without it nothing personal can be read.',
    ),
  ]
}

function checkWriting({ writeError }: DatabaseState): Finding[] {
  if (writeError === null) return []
  const [found, fix] = REFUSED[writeError] ?? [
    `The database cannot be written (${writeError}).`,
    'Check the rights of its user, and the free space on its disk.',
  ]
  return [failure(found, fix)]
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
    'Check the path, or restore a backup (npm run restore).',
  ],
}

function closed(code: string): Finding {
  const [found, fix] = REFUSED[code] ?? [
    `The database cannot be opened (${code}).`,
    UNTRUSTED_CERTIFICATE.test(code)
      ? `Name its certificate in sslrootcert of DATABASE_URL, or ${OWN_AUTHORITY}`
      : 'Check DATABASE_URL, and whether the database is up and reachable from here.',
  ]
  return failure(found, fix)
}
