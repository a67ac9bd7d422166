import { expressionBuilder, type ExpressionBuilder } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { StoredMultisig, EpochMs } from '../database/stored.ts'
import { inTransaction, type SqlContext, type Transaction } from '../rows/transaction.ts'
import { isOpenAt } from '../rows/cosigning-rows.ts'
import { leaseDue } from '../rows/lease-due.ts'
import { doorsOf, linksTo, toStoredMultisig } from '../rows/multisig-rows.ts'

type MultisigLease = { before: EpochMs; until: EpochMs; limit: number }

export function createMultisigChecks(context: SqlContext) {
  const { database } = context
  return {
    /**
     * Multisigs with links or open cosignings whose last reading is older than `before`, leased so that no other
     * process reads them too, those first that were tried longest ago.
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

async function leaseChecks(
  trx: Transaction,
  { before, until, limit }: MultisigLease,
): Promise<StoredMultisig[]> {
  const multisig = expressionBuilder<Schema, 'multisigs'>()
  const rows = await leaseDue(trx, {
    table: 'multisigs',
    key: 'id',
    at: 'free_at',
    until,
    limit,
    among: multisig.and([multisig('checked_at', '<', before), isNeeded(multisig, trx.now)]),
    first: ['free_at', 'checked_at'],
  })
  return rows.map(toStoredMultisig)
}

/** Whether a link rests on it, it has an open cosigning, or a door asks for its owners. */
function isNeeded(query: ExpressionBuilder<Schema, 'multisigs'>, now: EpochMs) {
  const confirmedFor = query
    .selectFrom('cosignings')
    .select('cosignings.code')
    .whereRef('cosignings.multisig_id', '=', 'multisigs.id')
    .where(isOpenAt(now))
  return query.or([
    query.exists(linksTo(query)),
    query.exists(confirmedFor),
    query.exists(doorsOf(query)),
  ])
}
