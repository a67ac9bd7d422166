import { readState } from '../database/database-state.ts'
import { getPlace } from '../database/database-place.ts'
import { createKeyRing, type DataKeys } from '../database/field-cipher.ts'
import { type KeyState, readKeyState, requireKeys } from '../database/judge-keys.ts'
import { judgeSchema, SchemaError } from '../database/judge-schema.ts'
import { MoveError, requireUsable, saveMoveMark } from '../database/move-mark.ts'
import type { Sql } from '../database/sql-database.ts'
import { type CopiedTable, copyTables, countChanges, isEqual } from './copy-tables.ts'
import { describeTables, requireTables, type Table } from './describe-tables.ts'
import { failInUse, holdSource, InUseError } from './hold-source.ts'
import { inOneState } from './in-transaction.ts'
import { type MoveSource, type MoveTarget, openTarget } from './open-target.ts'

export type MoveTask = {
  /** The source, open and as it is. */
  db: Sql
  sourceUrl: string
  targetUrl: string
  keys: DataKeys
  /** Called for every table of a pass, as the pass goes on. */
  onTable: (copied: CopiedTable) => void
}

export type MoveOutcome =
  | { outcome: 'moved'; tables: CopiedTable[] }
  /** An earlier run did it. */
  | { outcome: 'moved-before' }
  /** The target is up to date, as far as it can be while another process uses the source. */
  | { outcome: 'in-use'; restMs: number }

/**
 * Makes the target equal to the source. If no other process uses the source, hands over to the target.
 *
 * @throws {MoveError | SchemaError | WrongDataKeyError} for a source or a target that must stay as it is
 * @throws {TargetError}
 * @throws {InUseError} for a source that nobody else can read now
 */
export async function moveDatabase(task: MoveTask): Promise<MoveOutcome> {
  const source = await requireSource(task)
  const target = await openTarget(task.targetUrl, source)
  if (target === null) return { outcome: 'moved-before' }
  try {
    const tables = await describeTables()
    try {
      return { outcome: 'moved', tables: await handOver(task, { target, tables }) }
    } catch (error) {
      if (!(error instanceof InUseError)) throw error
      return { outcome: 'in-use', restMs: await catchUp(task, { target, tables }) }
    }
  } finally {
    await target.close()
  }
}

/** A source that was marked as moved to this target has still to hand over. */
async function requireSource({ db, keys, ...task }: MoveTask): Promise<MoveSource> {
  const { migrations, move: mark, ...keyState } = await readState(db).catch(failInUse)
  const verdict = judgeSchema(migrations)
  if (verdict !== 'current') throw new SchemaError(verdict)
  requireKeys(keyState, createKeyRing(keys).keys)
  requireSettled(keyState)
  if (mark?.state !== 'left' || mark.place !== getPlace(task.targetUrl)) requireUsable(mark)
  await requireTables(db, 'the database')
  return { db, place: getPlace(task.sourceUrl) }
}

/** A change of the key goes by the order of texts, which differs between the databases: in the other one it would leave rows out. */
function requireSettled({ keyChange }: KeyState): void {
  if (keyChange?.isOver === false)
    throw new MoveError(
      'DATA_KEY is being changed; move when the command doctor says that it is over',
    )
}

type Copying = { target: MoveTarget; tables: readonly Table[] }

/** A pass that repairs, and one that finds nothing, are enough unless rows exchange what must be unique. */
const MOST_PASSES = 5

/**
 * The last pass has compared every row and changed none. Only after the source is marked, for good, may a server use the
 * target.
 */
async function handOver(
  { db, targetUrl, onTable }: MoveTask,
  { target, tables }: Copying,
): Promise<CopiedTable[]> {
  const copied = await holdSource(db, tables, async (source) => {
    for (let passes = 1; ; passes += 1) {
      const found = await copyTables({ source, target, tables }, onTable)
      const different = found.filter((table) => !isEqual(table))
      if (different.length === 0) {
        requireSettled(await readKeyState(source))
        await saveMoveMark(source, { state: 'left', run: target.run, place: getPlace(targetUrl) })
        return found
      }
      if (passes === MOST_PASSES)
        throw new MoveError(`the target does not become equal: see its table ${different[0]?.name}`)
    }
  })
  await target.release()
  return copied
}

/** So few changes are copied in a moment. */
const FEW_CHANGES = 1_000

/** @returns how long `handOver` may take, in milliseconds */
async function catchUp({ db, onTable }: MoveTask, { target, tables }: Copying): Promise<number> {
  for (let passes = 1; ; passes += 1) {
    const startedAt = performance.now()
    const copied = await inOneState(db, (source) =>
      copyTables({ source, target, tables }, onTable),
    ).catch(failInUse)
    const passMs = performance.now() - startedAt
    const changes = copied.reduce((sum, table) => sum + countChanges(table), 0)
    if (changes <= FEW_CHANGES || passes === MOST_PASSES) return 2 * passMs
  }
}
