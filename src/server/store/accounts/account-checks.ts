import type { SignatureQuery } from '#proof/chain.ts'
import { expressionBuilder, type Selectable } from 'kysely'
import { evmNetwork } from '#shared/evm-network.ts'
import { ACCOUNT_MAX_AGE_MS } from '#shared/limits.ts'
import type { Schema } from '../database/schema.ts'
import { leaseDue } from '../rows/lease-due.ts'
import { findChainId, unsealEvidence } from '../rows/wallet-rows.ts'
import { type SqlContext, type Transaction, transactional } from '../rows/transaction.ts'
import type { EpochMs, StoredWallet } from '../database/stored.ts'

/**
 * A link to a contract account, and the query that the account accepted before. The same query is repeated (ERC-1271).
 */
export type AccountLink = SignatureQuery & {
  wallet: Pick<StoredWallet, 'id' | 'userId' | 'verifiedAt'>
  chainId: number
}

type AccountLease = { chainId: number; until: EpochMs; limit: number }
type CheckedWallets = { walletIds: readonly string[]; checkedBefore: EpochMs }

const COLUMNS = ['id', 'user_id', 'network', 'address', 'verified_at', 'evidence'] as const

/** Links to contract accounts that are not multisigs here. Each account itself decides whether its link still holds. */
export function createAccountChecks(context: SqlContext) {
  const { database, cipher } = context
  return {
    /**
     * Links on this chain that are due for a check, leased so that no other process checks them too. The longest due
     * first.
     */
    leaseAccountChecks: transactional(context, leaseChecks),

    /** Those of these wallets that were last checked before this moment, the oldest check first. */
    async findAccountLinks({ walletIds, checkedBefore }: CheckedWallets): Promise<AccountLink[]> {
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

    /**
     * The accounts accepted the query again, so their next checks are due later. Skips links that were proven or
     * checked after `askedAt`.
     */
    async noteAccepted(links: readonly AccountLink[], askedAt: EpochMs): Promise<void> {
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

    /**
     * Notes that the chain shows no contract at the address. Returns since when. An acceptance by the account clears
     * this. Null if the link was proven or checked since `askedAt`.
     */
    async noteNoContract({ wallet }: AccountLink, askedAt: EpochMs): Promise<EpochMs | null> {
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

async function leaseChecks(
  trx: Transaction,
  { chainId, until, limit }: AccountLease,
): Promise<AccountLink[]> {
  const rows = await leaseDue(trx, {
    table: 'wallets',
    key: 'id',
    at: 'check_at',
    until,
    limit,
    among: expressionBuilder<Schema, 'wallets'>()('network', '=', evmNetwork(chainId)),
    first: ['check_at'],
  })
  return rows.flatMap((row) => toLinks(row, trx.cipher))
}

type LinkRow = Pick<Selectable<Schema['wallets']>, (typeof COLUMNS)[number]>

function toLinks(row: LinkRow, cipher: Transaction['cipher']): AccountLink[] {
  const evidence = unsealEvidence(row, cipher)
  const chainId = findChainId(row.network)
  if (evidence?.kind !== 'signature' || chainId === null) return []
  const { hash, signature } = evidence
  const wallet = { id: row.id, userId: row.user_id, verifiedAt: row.verified_at }
  return [{ wallet, chainId, address: row.address, hash, signature }]
}
