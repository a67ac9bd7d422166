import type { SelectQueryBuilder } from 'kysely'
import { tallyDeleted } from '../statistics/attempt-tallies.ts'
import type { Schema } from '../database/schema.ts'
import type { Transaction } from '../transaction.ts'

/**
 * Counts attempts and deletes them. What is counted is what this transaction deleted, so concurrent units
 * count nothing twice. Answers how many went.
 */
export async function deleteAttempts(
  trx: Transaction,
  ids: SelectQueryBuilder<Schema, 'attempts', { id: string }>,
): Promise<number> {
  const deleted = await trx.sql
    .deleteFrom('attempts')
    .where('id', 'in', ids)
    .returningAll()
    .execute()
  await tallyDeleted(trx, deleted)
  return deleted.length
}
