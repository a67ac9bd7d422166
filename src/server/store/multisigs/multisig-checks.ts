import { sql as raw, type ExpressionBuilder } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { StoredMultisig, EpochMs } from '../stored.ts'
import { inTransaction, type SqlContext, type Transaction } from '../transaction.ts'
import { toStoredMultisig } from './multisig-rows.ts'

type MultisigLease = { before: EpochMs; until: EpochMs; limit: number }

export function createMultisigChecks(context: SqlContext) {
  const { database } = context
  return {
    /**
     * Multisigs with links or open cosignings whose last reading is older than `before`, leased so that no other
     * process reads them too.
     */
    leaseMultisigChecks: (lease: MultisigLease, now: EpochMs) =>
      inTransaction(context, now, (trx) => leaseChecks(trx, lease)),

    /**
     * Notes that its chain showed no multisig at its address. The next successful reading clears this. Returns since
     * when; null if a newer reading shows it.
     */
    async noteMissing(id: string, seenAt: EpochMs): Promise<EpochMs | null> {
      const noted = await database.statement((sql) =>
        sql
          .updateTable('multisigs')
          .set((query) => ({
            missing_since: query.fn.coalesce('missing_since', query.val(seenAt)),
          }))
          .where('id', '=', id)
          .where('checked_at', '<=', seenAt)
          .returning('missing_since')
          .executeTakeFirst(),
      )
      return noted?.missing_since ?? null
    },
  }
}

/**
 * The condition is outside the subquery too, because on Postgres two leasers may choose the same rows. The second then
 * finds them taken.
 */
async function leaseChecks(
  { sql, now }: Transaction,
  { before, until, limit }: MultisigLease,
): Promise<StoredMultisig[]> {
  const rows = await sql
    .updateTable('multisigs')
    .set({ free_at: until })
    .where('free_at', '<=', now)
    .where('id', 'in', (query) =>
      query
        .selectFrom('multisigs')
        .select('id')
        .where('checked_at', '<', before)
        .where('free_at', '<=', now)
        .where((due) => isNeeded(due, now))
        .orderBy('checked_at')
        .limit(limit),
    )
    .returningAll()
    .execute()
  return rows.map(toStoredMultisig)
}

/** Whether a link rests on it, or it has an open cosigning. */
function isNeeded(query: ExpressionBuilder<Schema, 'multisigs'>, now: EpochMs) {
  const confirmedFor = query
    .selectFrom('cosignings')
    .select('cosignings.code')
    .whereRef('cosignings.multisig_id', '=', 'multisigs.id')
    .where('cosignings.state', '=', 'open')
    .where('cosignings.expires_at', '>', now)
  return query.or([query.exists(linksTo(query)), query.exists(confirmedFor)])
}

/** Selects the wallets that are the multisig of the outer query. */
export function linksTo(query: Pick<ExpressionBuilder<Schema, 'multisigs'>, 'selectFrom'>) {
  return query
    .selectFrom('wallets')
    .select('wallets.id')
    .where(raw<boolean>`wallets.family = multisigs.family`)
    .where(raw<boolean>`wallets.address = multisigs.address`)
    .where(raw<boolean>`wallets.network = multisigs.network`)
    .where('wallets.level', '!=', 'key')
}
