import { sql as raw } from 'kysely'
import type { Binding, Family, LinkLevel, TonNetwork } from '#shared/wallet.ts'
import { findRow } from '../database/find-row.ts'
import type { Sql } from '../database/sql-database.ts'
import { cutPage, isAfter, type HostPage } from '../rows/page-cursor.ts'
import { toHolderUser, type HolderUser } from '../rows/user-rows.ts'
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

/** Which wallets a list has: those with all of these values. */
export type WalletFilter = {
  family?: Family | undefined
  level?: LinkLevel | undefined
  binding?: Binding | undefined
}

/** A wallet and its holder. */
export type HeldWallet = { wallet: StoredWallet; user: HolderUser }

/** `next` is the cursor of the next page. */
export type HeldPage = { held: HeldWallet[]; next: string | null }

export function createHeldWallets(context: SqlContext) {
  const { database } = context
  return {
    /** Wallets linked at an address, the oldest link first. */
    findWalletsAt: (place: WalletKey, page: HostPage) =>
      readPage(context, walletsAt(database.read, place), page),

    /** All linked wallets that the filter lets through, the oldest link first. */
    listHeldWallets: (filter: WalletFilter, page: HostPage) =>
      readPage(context, filteredWallets(database.read, filter), page),

    /** Unlinks a wallet at the operator's request and notifies the member; false when there is no such wallet. */
    unlinkHeldWallet: (id: string, now: EpochMs): Promise<boolean> =>
      inTransaction(context, now, async (trx) => {
        const held = await findRow(trx.sql, 'wallets', { id })
        const by = { who: 'operator', reason: null } as const
        return held !== undefined && (await unlinkWallet(trx, held, by)) !== undefined
      }),
  }
}

type Wallets = ReturnType<typeof walletsAt>

async function readPage(
  { database, cipher }: SqlContext,
  wallets: Wallets,
  { after, limit }: HostPage,
): Promise<HeldPage> {
  const rows = await wallets
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
    user: toHolderUser({ id: row.user_id, profile: row.profile }, cipher),
  }))
  return { held, next }
}

/**
 * `wallets_linked_at` holds every column of the filter, so a row that it leaves out is not read. The cast keeps SQLite, which
 * does not know how many wallets a family has, from sorting them all; Postgres drops it.
 */
function filteredWallets(sql: Sql, filter: WalletFilter) {
  return FILTERED.reduce((wallets, column) => {
    const value = filter[column]
    return value === undefined ? wallets : wallets.where(cast(column), '=', value)
  }, sql.selectFrom('wallets'))
}

function cast(column: (typeof FILTERED)[number]) {
  return raw<string>`cast(${raw.ref(`wallets.${column}`)} as text)`
}

export const FILTERED = ['family', 'level', 'binding'] as const satisfies (keyof WalletFilter)[]

function walletsAt(sql: Sql, place: WalletKey) {
  const wallets = sql
    .selectFrom('wallets')
    .where('wallets.family', '=', place.family)
    .where('wallets.address', '=', place.address)
  return place.family === 'ton' ? wallets.where('wallets.network', '=', place.network) : wallets
}
