import type { SelectQueryBuilder } from 'kysely'
import { tallyDeleted } from './attempt-tallies.ts'
import type { Schema } from '../database/schema.ts'
import type { Transaction } from './transaction.ts'

/**
 * Deletes attempts and counts them. It counts only the rows that this transaction deleted, so concurrent transactions
 * count nothing twice. Returns how many were deleted.
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
