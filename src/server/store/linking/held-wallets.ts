import type { TonNetwork } from '#shared/wallet.ts'
import type { Sql } from '../database/sql-database.ts'
import { cutPage, isAfter, type HostPage } from '../rows/page-cursor.ts'
import { toOperatorUser, type OperatorUser } from '../rows/user-rows.ts'
import { unlinkWallet } from './unlink-wallet.ts'
import { walletUnsealer } from '../rows/wallet-rows.ts'
import { inTransaction, type SqlContext } from '../rows/transaction.ts'
import type { EpochMs, StoredWallet } from '../database/stored.ts'

/**
 * The key of a search for wallets. EVM: the address with its checksum. The search finds the account of a key, and
 * contract accounts on all chains.
 */
export type WalletKey =
  | { family: 'ton'; network: TonNetwork; address: string }
  | { family: 'evm'; address: string }

/** A wallet and its holder. */
export type HeldWallet = { wallet: StoredWallet; user: OperatorUser }

export function createHeldWallets(context: SqlContext) {
  const { database, cipher } = context
  return {
    /** Wallets linked at an address, the oldest link first. `next` is the cursor of the next page. */
    async findWalletsAt(
      place: WalletKey,
      { after, limit }: HostPage,
    ): Promise<{ held: HeldWallet[]; next: string | null }> {
      const rows = await walletsAt(database.read, place)
        .innerJoin('users', 'users.id', 'wallets.user_id')
        .selectAll('wallets')
        .select('users.profile')
        .where(isAfter(after, { at: 'wallets.linked_at', id: 'wallets.id' }))
        .orderBy('wallets.linked_at')
        .orderBy('wallets.id')
        .limit(limit + 1)
        .execute()
      const { page, next } = cutPage(rows, limit, ({ linked_at, id }) => ({ at: linked_at, id }))
      const unseal = await walletUnsealer({ sql: database.read, cipher }, page)
      const held = page.map((row) => ({
        wallet: unseal(row),
        user: toOperatorUser({ id: row.user_id, profile: row.profile }, cipher),
      }))
      return { held, next }
    },

    /** Unlinks a wallet at the operator's request and notifies the member; false when there is no such wallet. */
    unlinkHeldWallet: (id: string, now: EpochMs): Promise<boolean> =>
      inTransaction(context, now, async (trx) => {
        const held = await trx.sql
          .selectFrom('wallets')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst()
        return held !== undefined && unlinkWallet(trx, held, 'operator')
      }),
  }
}

function walletsAt(sql: Sql, place: WalletKey) {
  const wallets = sql
    .selectFrom('wallets')
    .where('wallets.family', '=', place.family)
    .where('wallets.address', '=', place.address)
  return place.family === 'ton' ? wallets.where('wallets.network', '=', place.network) : wallets
}
