import type { SelectQueryBuilder } from 'kysely'
import { tallyDeleted } from '../statistics/attempt-tallies.ts'
import type { Schema } from '../database/schema.ts'
import type { Unit } from '../write-unit.ts'

/**
 * Counts attempts and deletes them. What is counted is what this unit deleted, so concurrent units
 * count nothing twice. Answers how many went.
 */
export async function deleteAttempts(
  unit: Unit,
  ids: SelectQueryBuilder<Schema, 'attempts', { id: string }>,
): Promise<number> {
  const deleted = await unit.sql
    .deleteFrom('attempts')
    .where('id', 'in', ids)
    .returningAll()
    .execute()
  await tallyDeleted(unit, deleted)
  return deleted.length
}
