import type { LockName } from '../database/sql-database.ts'
import type { Transaction } from './transaction.ts'

/** Locks in a fixed order, so that two transactions never wait for each other. */
export async function lockMembers(
  { lock }: Pick<Transaction, 'lock'>,
  ids: Iterable<string>,
): Promise<void> {
  const names = [...new Set(ids)].sort().map((id): LockName => `user:${id}`)
  if (names.length > 0) await lock(...names)
}
