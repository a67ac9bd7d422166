import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { withDatabase } from '../database/database-state.ts'
import { readMigrations } from '../database/judge-schema.ts'
import { isPostgres } from '../database/migrations.ts'
import {
  deleteMoveMark,
  findMoveMark,
  MoveError,
  type MoveMark,
  requireMoveMark,
  saveMoveMark,
} from '../database/move-mark.ts'
import { openPostgresDatabase } from '../database/postgres-database.ts'
import type { Sql, SqlDatabase } from '../database/sql-database.ts'
import { openSqliteDatabase } from '../database/sqlite-database.ts'
import { isMissingFile, isSqlite, sqlitePath } from '../database/sqlite-path.ts'
import { listTables, requireTables, type Table } from './describe-tables.ts'
import { failInUse, InUseError } from './hold-source.ts'
import { inOneState } from './in-transaction.ts'
import { readRows, type Row } from './stored-rows.ts'

/** The database that is becoming the copy. Every failure of it is a {@link TargetError}. */
export type MoveTarget = {
  /** Of this run of the command. */
  run: string
  read<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result>
  readRows(table: Table): AsyncGenerator<Row[]>
  /** One transaction, which fails if another run of the command has taken over. */
  write(work: (sql: Sql) => Promise<void>): Promise<void>
  /** Lets a server use it. */
  release(): Promise<void>
  close(): Promise<void>
}

/** Something failed at the target, and not at the source; `cause` says what. */
export class TargetError extends Error {
  override name = 'TargetError'
}

export type MoveSource = { db: Sql; place: string }

/**
 * Makes the tables of the target, or takes up an unfinished copy, and marks it as one. What is there is kept if the target is neither
 * empty, nor an unfinished copy of this source, nor a place that this source was moved from.
 *
 * @returns null if the source was moved there already
 * @throws {TargetError}
 * @throws {InUseError} for a source that nobody else can read now
 */
export async function openTarget(
  databaseUrl: string,
  source: MoveSource,
): Promise<MoveTarget | null> {
  return open(databaseUrl, source).catch(failAtTarget)
}

async function open(databaseUrl: string, source: MoveSource): Promise<MoveTarget | null> {
  if (!isMissingFile(databaseUrl)) {
    const isFinished = await withDatabase(databaseUrl, (db) =>
      inOneState(db, (target) => judgeTarget(target, source)),
    )
    if (isFinished) return null
  }
  const database = await openAndMigrate(databaseUrl)
  const mark: MoveMark = {
    state: 'arriving',
    run: randomBytes(16).toString('base64url'),
    place: source.place,
  }
  try {
    await requireTables(database.read, 'the target')
    // A server, or another run of the command, may have come since.
    await database.write(async (target) => {
      await database.lock(target, ['move'])
      if (await judgeTarget(target, source))
        throw new MoveError('another run of the command move has just finished')
      await saveMoveMark(target, mark)
    })
    if ((await readSourceMark(source))?.run === mark.run) {
      await database.write(deleteMoveMark)
      throw new MoveError('source and target are the same database')
    }
  } catch (error) {
    await database.close()
    throw error
  }
  return createTarget(database, mark)
}

function openAndMigrate(databaseUrl: string): Promise<SqlDatabase> {
  return isSqlite(databaseUrl)
    ? openSqliteDatabase(sqlitePath(databaseUrl))
    : openPostgresDatabase(databaseUrl)
}

function createTarget(database: SqlDatabase, mark: MoveMark): MoveTarget {
  const write = (work: (trx: Sql) => Promise<void>) =>
    database.write(async (trx) => {
      await requireMoveMark(trx, mark)
      await work(trx)
    })
  return {
    run: mark.run,
    read: (work) => work(database.read).catch(failAtTarget),
    async *readRows(table) {
      try {
        yield* readRows(database.read, table)
      } catch (error) {
        failAtTarget(error)
      }
    },
    write: (work) => write(work).catch(failAtTarget),
    release: () =>
      write(async (trx) => {
        await continueSequence(trx)
        await saveMoveMark(trx, { ...mark, state: 'arrived' })
      }).catch(failAtTarget),
    close: () => database.close(),
  }
}

/** SQLite takes the next number from the events themselves. */
async function continueSequence(trx: Sql): Promise<void> {
  if (!isPostgres(trx)) return
  await sql`select setval('event_sequence', greatest(nextval('event_sequence'),
    (select coalesce(max(sequence), 0) + 1 from events)), false)`.execute(trx)
}

/** @returns whether the move is finished. @throws {MoveError} for a database that must not be written over */
async function judgeTarget(db: Sql, source: MoveSource): Promise<boolean> {
  const isBare = (await readMigrations(db)).length === 0
  const mark = isBare ? null : await findMoveMark(db)
  const sourceMark = await readSourceMark(source)
  const isOfSource = mark !== null && mark.run === sourceMark?.run
  switch (mark?.state) {
    case 'arriving':
      if (mark.place === source.place) return false
      throw new MoveError(`the target is an unfinished copy of ${mark.place}`)
    case 'left':
      if (isOfSource) return false
      throw new MoveError(`the target was moved to ${mark.place}, and this database is another one`)
    default:
      if (isOfSource && sourceMark?.state === 'left') return true
      await requireEmpty(db, isBare)
      return false
  }
}

function readSourceMark({ db }: MoveSource): Promise<MoveMark | null> {
  return findMoveMark(db).catch(failInUse)
}

/** Has one row from the start. */
const POSITIONS = 'event_positions'

/** @param isBare whether it must have no tables at all, because Clasp has made none */
async function requireEmpty(db: Sql, isBare: boolean): Promise<void> {
  for (const { name } of await listTables(db)) {
    if (name === POSITIONS && !isBare) continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (isBare || rows.length > 0)
      throw new MoveError(`the target is not empty: see its table ${name}. Name an empty database`)
  }
}

function failAtTarget(cause: unknown): never {
  if (cause instanceof TargetError || cause instanceof InUseError) throw cause
  throw new TargetError('the target failed', { cause })
}
