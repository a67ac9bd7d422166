import { sql, type RawBuilder } from 'kysely'
import type { EpochMs } from '../database/stored.ts'

const DAY_MS = 24 * 60 * 60 * 1_000

/** The UTC day of a moment, such as `2026-11-21`. */
export function utcDay(at: EpochMs): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** Start of the UTC day of a time column. Both dialects use integer division for whole numbers. */
export function startOfDay(column: string): RawBuilder<EpochMs> {
  const dayMs = sql.lit(DAY_MS)
  return sql<EpochMs>`${sql.ref(column)} / ${dayMs} * ${dayMs}`
}
