import type { Selectable } from 'kysely'
import { evmNetwork } from '#shared/evm-network.ts'
import { ACCOUNT_MAX_AGE_MS } from '#shared/limits.ts'
import type { AccountLink, AccountStore } from '../account-store.ts'
import type { Schema } from '../database/schema.ts'
import { findChainId } from '../linking/wallet-identity.ts'
import { openEvidence } from '../linking/wallet-rows.ts'
import type { Store } from '../store.ts'
import { inTransaction, type SqlContext, type Transaction } from '../transaction.ts'

type AccountLease = Parameters<AccountStore['leaseAccountChecks']>[0]

const COLUMNS = ['id', 'user_id', 'network', 'address', 'verified_at', 'evidence'] as const

export function createAccountChecks(
  context: SqlContext,
): Pick<Store, 'leaseAccountChecks' | 'findAccountLinks' | 'noteAccepted' | 'noteNoContract'> {
  const { database, cipher } = context
  return {
    leaseAccountChecks: (lease, now) =>
      inTransaction(context, now, (trx) => leaseChecks(trx, lease)),

    async findAccountLinks({ walletIds, checkedBefore }) {
      if (walletIds.length === 0) return []
      const rows = await database.read
        .selectFrom('wallets')
        .select(COLUMNS)
        .where('id', 'in', walletIds)
        .where('check_at', 'is not', null)
        .where('checked_at', '<', checkedBefore)
        .orderBy('checked_at')
        .execute()
      return rows.flatMap((row) => toLinks(row, cipher))
    },

    /** Skips links that were proven or checked after `askedAt`. */
    async noteAccepted(links, askedAt) {
      const ids = links.map(({ wallet }) => wallet.id)
      await database.statement((sql) =>
        sql
          .updateTable('wallets')
          .set({
            checked_at: askedAt,
            check_at: askedAt + ACCOUNT_MAX_AGE_MS,
            missing_since: null,
          })
          .where('id', 'in', ids)
          .where('check_at', 'is not', null)
          .where('checked_at', '<=', askedAt)
          .execute(),
      )
    },

    async noteNoContract({ wallet }, askedAt) {
      const noted = await database.statement((sql) =>
        sql
          .updateTable('wallets')
          .set((query) => ({
            missing_since: query.fn.coalesce('missing_since', query.val(askedAt)),
          }))
          .where('id', '=', wallet.id)
          .where('check_at', 'is not', null)
          .where('checked_at', '<=', askedAt)
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
  { sql, cipher, now }: Transaction,
  { chainId, until, limit }: AccountLease,
): Promise<AccountLink[]> {
  const rows = await sql
    .updateTable('wallets')
    .set({ check_at: until })
    .where('check_at', '<=', now)
    .where('id', 'in', (query) =>
      query
        .selectFrom('wallets')
        .select('id')
        .where('network', '=', evmNetwork(chainId))
        .where('check_at', '<=', now)
        .orderBy('check_at')
        .limit(limit),
    )
    .returning(COLUMNS)
    .execute()
  return rows.flatMap((row) => toLinks(row, cipher))
}

type LinkRow = Pick<Selectable<Schema['wallets']>, (typeof COLUMNS)[number]>

function toLinks(row: LinkRow, cipher: Transaction['cipher']): AccountLink[] {
  const evidence = openEvidence(row, cipher)
  const chainId = findChainId(row.network)
  if (evidence?.kind !== 'signature' || chainId === null) return []
  const { hash, signature } = evidence
  const wallet = { id: row.id, userId: row.user_id, verifiedAt: row.verified_at }
  return [{ wallet, chainId, address: row.address, hash, signature }]
}
