import * as v from 'valibot'
import { findSetting, setSetting } from './settings.ts'
import type { Sql } from './sql-database.ts'

const MoveMarkSchema = v.object({
  /**
   * `arriving`: an unfinished copy, which nobody uses · `arrived`: a finished one · `left`: moved to another place, and
   * not used since.
   */
  state: v.picklist(['arriving', 'arrived', 'left']),
  /** The run of the command that wrote this. Both sides of a finished move have that of the run which finished it. */
  run: v.string(),
  /** Where the other side is, as `getPlace` says it. */
  place: v.string(),
})

/** What a move has left in the settings of a database. */
export type MoveMark = v.InferOutput<typeof MoveMarkSchema>

/** The name of the setting. A move does not copy it. */
export const MOVE_MARK = 'move'

const StoredSchema = v.pipe(v.string(), v.parseJson(), MoveMarkSchema)

/** A move stands in the way of what was asked for; the message says how to go on. */
export class MoveError extends Error {
  override name = 'MoveError'
}

/** Null for a database that was never moved. */
export async function findMoveMark(sql: Sql): Promise<MoveMark | null> {
  const value = await findSetting(sql, MOVE_MARK)
  return value && v.parse(StoredSchema, Buffer.from(value).toString())
}

export function saveMoveMark(sql: Sql, mark: MoveMark): Promise<void> {
  return setSetting(sql, MOVE_MARK, toBytes(mark))
}

export async function deleteMoveMark(sql: Sql): Promise<void> {
  await sql.deleteFrom('settings').where('name', '=', MOVE_MARK).execute()
}

/**
 * Holds the mark until the transaction ends.
 *
 * @throws {MoveError} if another run has written over it
 */
export async function requireMoveMark(sql: Sql, mark: MoveMark): Promise<void> {
  const value = toBytes(mark)
  const { numUpdatedRows } = await sql
    .updateTable('settings')
    .set({ value })
    .where('name', '=', MOVE_MARK)
    .where('value', '=', value)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n)
    throw new MoveError('another run of the command move has taken over this target')
}

/** @throws {MoveError} for a database that a server must not use */
export function requireUsable(mark: MoveMark | null): void {
  const reason = whyUnusable(mark)
  if (reason) throw new MoveError(`${reason.found}; ${reason.fix}`)
}

/** Why a server must not use the database, and how to go on; null if it may. */
export function whyUnusable(mark: MoveMark | null): { found: string; fix: string } | null {
  switch (mark?.state) {
    case 'left':
      return {
        found: `the database was moved to ${mark.place}`,
        fix: 'name that in DATABASE_URL, or take this one into use again with the command move --undo',
      }
    case 'arriving':
      return {
        found: `the database is an unfinished copy of ${mark.place}`,
        fix: 'run the command move again where DATABASE_URL names that one',
      }
    default:
      return null
  }
}

function toBytes(mark: MoveMark): Uint8Array {
  return Buffer.from(JSON.stringify(mark))
}
