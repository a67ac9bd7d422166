import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { EpochMs } from '../database/stored.ts'

/** A page of a list: at most `limit` items after the cursor `after`. */
export type HostPage = { after: string | null; limit: number }

/** A position in a list that is ordered by time and then id. */
type PagePosition = { at: EpochMs; id: string }

const CURSOR = /^(\d{1,16})-([\w-]{22})$/

type PlaceColumns = { at: string; id: string }

/** Matches the rows after the cursor: all rows if there is no cursor, none if the cursor is invalid. */
export function isAfter(cursor: string | null, columns: PlaceColumns): RawBuilder<SqlBool> {
  return isBeyond(cursor, columns, sql`>`)
}

/** The same of a list whose newest row is the first. */
export function isBefore(cursor: string | null, columns: PlaceColumns): RawBuilder<SqlBool> {
  return isBeyond(cursor, columns, sql`<`)
}

/** Matches the row at the cursor, too, and those before it in a list whose newest row is the first. */
export function isUntil(cursor: string, columns: PlaceColumns): RawBuilder<SqlBool> {
  return isBeyond(cursor, columns, sql`>=`)
}

function isBeyond(
  cursor: string | null,
  columns: PlaceColumns,
  beyond: RawBuilder<unknown>,
): RawBuilder<SqlBool> {
  if (cursor === null) return sql`1 = 1`
  const [, at, id] = CURSOR.exec(cursor) ?? []
  if (at === undefined || id === undefined) return sql`1 = 0`
  return sql`(${sql.ref(columns.at)}, ${sql.ref(columns.id)}) ${beyond} (${Number(at)}, ${id})`
}

/** Makes a page of rows. The query must fetch one row more than `limit`, to show whether there are more. */
export function cutPage<Row>(
  rows: readonly Row[],
  limit: number,
  getPlace: (row: Row) => PagePosition,
): { page: Row[]; next: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const isMore = rows.length > limit && last !== undefined
  return { page, next: isMore ? getCursor(getPlace(last)) : null }
}

export function getCursor({ at, id }: PagePosition): string {
  return `${at}-${id}`
}
