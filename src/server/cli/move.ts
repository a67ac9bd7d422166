import { resolve } from 'node:path'
import { commandLine, writeUsage } from '../config/command-line.ts'
import { parseVariable } from '../config/variables.ts'
import { DATABASE_SENTENCES, databaseFailure } from '../log/database-failure.ts'
import { isExplained } from '../process/start-error.ts'
import { getPlace } from '../store/database/database-place.ts'
import { readState, withDatabase } from '../store/database/database-state.ts'
import { SchemaError } from '../store/database/judge-schema.ts'
import type { DataKeys } from '../store/database/field-cipher.ts'
import { deleteMoveMark } from '../store/database/move-mark.ts'
import { isMissingFile, isSqlite, sqlitePath } from '../store/database/sqlite-path.ts'
import type { CopiedTable } from '../store/moving/copy-tables.ts'
import { InUseError } from '../store/moving/hold-source.ts'
import { moveDatabase } from '../store/moving/move-database.ts'
import { TargetError } from '../store/moving/open-target.ts'
import { writeColumns } from './columns.ts'
import {
  type CommandContext,
  CommandError,
  defineCommand,
  parseFlags,
  WrongUseError,
} from './command.ts'
import { withoutPassword } from './database-files.ts'
import { explain, readStoreConfig } from './with-store.ts'

const USAGE = `${writeUsage([
  ['move --to <database>', 'copies the database to another place, also while the server runs'],
  ['move --undo', 'takes a database into use again that was moved, as it was then'],
])}
The database is what DATABASE_URL could be: file:<path>, or postgres://user@host/database. PGPASSWORD may have its password.`

export const move = defineCommand(USAGE, async (args, context) => {
  const task = parseTask(args, context)
  const { databaseUrl, ...keys } = readStoreConfig(context)
  const sourceUrl = locate(databaseUrl, context)
  if (sqlitePath(sourceUrl) === ':memory:')
    throw new CommandError('DATABASE_URL names a database in memory only.')
  if (isMissingFile(sourceUrl)) explain(new SchemaError('empty'))
  if (task === 'undo') return undo(sourceUrl, context)
  return moveTo({ ...task, sourceUrl, keys }, context)
})

function parseTask(args: string[], context: CommandContext): { targetUrl: string } | 'undo' {
  const { values } = parseFlags({
    args,
    options: { to: { type: 'string' }, undo: { type: 'boolean', default: false } },
  })
  if (values.undo === (values.to !== undefined))
    throw new WrongUseError('Say where to with --to, or --undo.')
  if (values.to === undefined) return 'undo'
  return { targetUrl: parseTarget(values.to, context) }
}

/** @throws {WrongUseError} without the value, which may hold a password */
function parseTarget(text: string, context: CommandContext): string {
  const parsed = parseVariable('DATABASE_URL', text)
  if (!parsed.ok || !(isSqlite(text) || URL.canParse(text)))
    throw new WrongUseError('--to is file:<path>, or postgres://user@host/database.')
  const targetUrl = locate(parsed.value, context)
  if (sqlitePath(targetUrl) === ':memory:')
    throw new WrongUseError('--to names a database in memory only.')
  return targetUrl
}

/** With an absolute path, if it is a file. */
function locate(databaseUrl: string, { directory }: CommandContext): string {
  if (!isSqlite(databaseUrl)) return databaseUrl
  const path = sqlitePath(databaseUrl)
  return path === ':memory:' ? databaseUrl : `file:${resolve(directory, path)}`
}

type Move = { sourceUrl: string; targetUrl: string; keys: DataKeys }

async function moveTo(task: Move, { print }: CommandContext): Promise<number> {
  const { sourceUrl, targetUrl } = task
  if (getPlace(sourceUrl) === getPlace(targetUrl))
    throw new CommandError('--to names the database of DATABASE_URL itself.')
  const onTable = (copied: CopiedTable) => printProgress(copied, print)
  const moved = await withDatabase(sourceUrl, (db) => moveDatabase({ ...task, db, onTable })).catch(
    explainMove,
  )
  if (moved.outcome === 'in-use') throw new CommandError(explainRest(moved.restMs))
  if (moved.outcome === 'moved') for (const line of listTables(moved.tables)) print(line)
  print(`The database is at ${getPlace(targetUrl)} now. In .env:`)
  print(`  DATABASE_URL=${isSqlite(targetUrl) ? targetUrl : withoutPassword(targetUrl).href}`)
  if (!isSqlite(targetUrl)) print('with the password after its user.')
  print(`Then: ${commandLine('start')}`)
  return 0
}

function printProgress(
  { name, rows, written, deleted }: CopiedTable,
  print: CommandContext['print'],
): void {
  if (written + deleted === 0) return
  const numbers = [rows, written, deleted].map((number) => number.toLocaleString('en'))
  print(`${name}: ${numbers[0]} rows, of which ${numbers[1]} were written; ${numbers[2]} deleted`)
}

const SECOND_MS = 1_000

function explainRest(restMs: number): string {
  return [
    'The copy is up to date, and a server, or another process, still uses the database.',
    `Stop it and run the same command again: the rest takes about ${Math.ceil(restMs / SECOND_MS)} s.`,
  ].join('\n')
}

/** What is shown of a hash: it is there to be compared with an eye. */
const SHOWN_DIGITS = 16

function listTables(tables: readonly CopiedTable[]): string[] {
  const rows = tables.map(({ name, rows, targetRows, hash, targetHash }) => [
    name,
    rows.toLocaleString('en'),
    targetRows.toLocaleString('en'),
    hash.slice(0, SHOWN_DIGITS),
    targetHash.slice(0, SHOWN_DIGITS),
  ])
  return writeColumns([['table', 'rows', 'copied', 'SHA-256', 'of the copy'], ...rows])
}

/** The sentences about a database speak of the variable that names it. */
function explainMove(error: unknown): never {
  if (error instanceof InUseError)
    throw new CommandError(
      'Not done: another process holds the database, such as a second run of this command.',
    )
  if (!(error instanceof TargetError) || isExplained(error.cause))
    return explain(error instanceof TargetError ? error.cause : error)
  const failure = databaseFailure(error.cause)
  if (failure === 'other') throw error.cause
  const sentence = DATABASE_SENTENCES[failure].replaceAll('DATABASE_URL', '--to')
  throw new CommandError(`Not done, because of the target: ${sentence}`, { cause: error })
}

/** What came after the move is at the other place alone. */
async function undo(sourceUrl: string, { print }: CommandContext): Promise<number> {
  await withDatabase(sourceUrl, async (db) => {
    const { move: mark } = await readState(db)
    if (mark?.state !== 'left') throw new CommandError('The database was not moved.')
    await deleteMoveMark(db)
    print(`${getPlace(sourceUrl)} can be used again, as it was when it was moved to ${mark.place}.`)
    print('What came after that is not in it. Start no server over the other one.')
  }).catch(explain)
  return 0
}
