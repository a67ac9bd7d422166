import { createHash } from 'node:crypto'
import { errorCode } from '../../log/error-code.ts'
import type { Sql } from '../database/sql-database.ts'
import type { Table } from './describe-tables.ts'
import type { MoveTarget } from './open-target.ts'
import { countRows, deleteRows, findRows, readRows, type Row, writeRows } from './stored-rows.ts'

/** What one pass over a table found, and did to the target. */
export type CopiedTable = {
  name: string
  /** In the source. */
  rows: number
  /** In the target, at the end of the pass. */
  targetRows: number
  /** SHA-256 of all rows of the source, in hex. */
  hash: string
  /** The same of the target's rows with these keys, as they were before the pass. */
  targetHash: string
  written: number
  deleted: number
  /** Rows that the target did not take yet, because another one is in their way. */
  left: number
}

export type CopyTask = {
  /** One state of the source, which does not change meanwhile. */
  source: Sql
  target: MoveTarget
  tables: readonly Table[]
}

/**
 * Makes the target equal to the source, as far as one pass does: it changes only the rows that differ. First deletes what the source
 * does not have, because it may be in the way of what is new.
 */
export async function copyTables(
  task: CopyTask,
  onTable: (copied: CopiedTable) => void,
): Promise<CopiedTable[]> {
  const copied: CopiedTable[] = []
  const deletions = new Map<string, Changed>()
  for (const table of task.tables.toReversed())
    deletions.set(table.name, await deleteMissing(table, task))
  for (const table of task.tables) {
    const deletion = deletions.get(table.name) ?? NONE
    const found = await copyTable(table, task)
    const one = { ...found, deleted: deletion.changed, left: found.left + deletion.left }
    copied.push(one)
    onTable(one)
  }
  return copied
}

/** Whether the pass found both sides equal. */
export function isEqual({ rows, targetRows, hash, targetHash, ...changes }: CopiedTable): boolean {
  return rows === targetRows && hash === targetHash && countChanges(changes) === 0
}

export function countChanges(copied: Pick<CopiedTable, 'written' | 'deleted' | 'left'>): number {
  return copied.written + copied.deleted + copied.left
}

type Changed = { changed: number; left: number }
const NONE: Changed = { changed: 0, left: 0 }

async function deleteMissing(table: Table, { source, target }: CopyTask): Promise<Changed> {
  const keys = { ...table, columns: table.key }
  let sum = NONE
  for await (const rows of target.readRows(keys)) {
    const present = await findRows(source, keys, rows)
    const gone = rows.filter(({ key }) => !present.has(key))
    sum = add(sum, await change(gone, (some) => target.write((db) => deleteRows(db, table, some))))
  }
  return sum
}

async function copyTable(
  table: Table,
  { source, target }: CopyTask,
): Promise<Omit<CopiedTable, 'deleted'>> {
  const hash = createHash('sha256')
  const targetHash = createHash('sha256')
  let count = 0
  let sum = NONE
  for await (const rows of readRows(source, table)) {
    const found = await target.read((db) => findRows(db, table, rows))
    for (const { text, key } of rows) {
      hash.update(text)
      targetHash.update(found.get(key)?.text ?? '')
    }
    const different = rows.filter(({ key, text }) => found.get(key)?.text !== text)
    const write = (some: Row[]) => target.write((db) => writeRows(db, table, some))
    sum = add(sum, await change(different, write))
    count += rows.length
  }
  return {
    name: table.name,
    rows: count,
    targetRows: await target.read((db) => countRows(db, table)),
    hash: hash.digest('hex'),
    targetHash: targetHash.digest('hex'),
    written: sum.changed,
    left: sum.left,
  }
}

/** Changes as many of the rows as their database takes now. A later pass tries the others again. */
async function change(rows: Row[], work: (rows: Row[]) => Promise<void>): Promise<Changed> {
  if (rows.length === 0) return NONE
  try {
    await work(rows)
    return { changed: rows.length, left: 0 }
  } catch (error) {
    if (!isConflict(error)) throw error
    if (rows.length === 1) return { changed: 0, left: 1 }
    const half = Math.ceil(rows.length / 2)
    return add(await change(rows.slice(0, half), work), await change(rows.slice(half), work))
  }
}

/** A foreign key or a unique index is violated. */
function isConflict(error: unknown): boolean {
  return /^(?:23\w{3}|SQLITE_CONSTRAINT\w*)$/.test(errorCode(error) ?? '')
}

function add(one: Changed, other: Changed): Changed {
  return { changed: one.changed + other.changed, left: one.left + other.left }
}
