import { type RawBuilder, sql as raw, type SqlBool } from 'kysely'
import type { Binding, Family, LinkLevel, TonNetwork } from '#shared/wallet.ts'
import { findRow } from '../database/find-row.ts'
import { cutPage, isAfter, type HostPage } from '../rows/page-cursor.ts'
import { toHolderUser, type HolderUser } from '../rows/user-rows.ts'
import { unlinkWallet } from './unlink-wallet.ts'
import { walletUnsealer } from '../rows/wallet-rows.ts'
import { inTransaction, type RowReader, type SqlContext } from '../rows/transaction.ts'
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
  return {
    /** Wallets linked at an address, the oldest link first. */
    findWalletsAt: (place: WalletKey, page: HostPage) => readPage(context, { place }, page),

    /** All linked wallets that the filter lets through, the oldest link first. */
    listHeldWallets: (filter: WalletFilter, page: HostPage) => readPage(context, filter, page),

    /** Unlinks a wallet at the operator's request and notifies the member; false when there is no such wallet. */
    unlinkHeldWallet: (id: string, now: EpochMs): Promise<boolean> =>
      inTransaction(context, now, async (trx) => {
        const held = await findRow(trx.sql, 'wallets', { id })
        const by = { who: 'operator', reason: null } as const
        return held !== undefined && (await unlinkWallet(trx, held, by)) !== undefined
      }),
  }
}

async function readPage(
  { sql, cipher }: RowReader,
  wanted: WantedWallet,
  { after, limit }: HostPage,
): Promise<HeldPage> {
  const rows = await sql
    .selectFrom('wallets')
    .innerJoin('users', 'users.id', 'wallets.user_id')
    .selectAll('wallets')
    .select('users.profile')
    .where(fits('wallets', wanted))
    .where(isAfter(after, { at: 'wallets.linked_at', id: 'wallets.id' }))
    .orderBy('wallets.linked_at')
    .orderBy('wallets.id')
    .limit(limit + 1)
    .execute()
  const { page, next } = cutPage(rows, limit, ({ linked_at, id }) => ({ at: linked_at, id }))
  const unseal = await walletUnsealer({ sql, cipher }, page)
  const held = page.map((row) => ({
    wallet: unseal(row),
    user: toHolderUser({ id: row.user_id, profile: row.profile }, cipher),
  }))
  return { held, next }
}

export const FILTERED = ['family', 'level', 'binding'] as const satisfies (keyof WalletFilter)[]

/** What is asked of a wallet, all of it. */
export type WantedWallet = WalletFilter & { place?: WalletKey; userId?: string; isStale?: boolean }

/**
 * Whether a wallet is as wanted. `wallets_linked_at` holds every column of the filter, so a row that it leaves out is not
 * read. The cast keeps SQLite, which does not know how many wallets a family has, from sorting them all; Postgres drops it.
 */
export function fits(table: 'wallets' | 'newer', wanted: WantedWallet): RawBuilder<SqlBool> {
  const { place, userId, isStale = false } = wanted
  const column = (name: string) => raw.ref(`${table}.${name}`)
  const equals = (name: string, value: string) => raw<SqlBool>`${column(name)} = ${value}`
  const parts = [
    raw<SqlBool>`1 = 1`,
    ...FILTERED.flatMap((name) => {
      const value = wanted[name]
      return value === undefined ? [] : [raw<SqlBool>`cast(${column(name)} as text) = ${value}`]
    }),
    ...(isStale ? [raw<SqlBool>`${column('stale_at')} is not null`] : []),
    ...(userId === undefined ? [] : [equals('user_id', userId)]),
    ...(place === undefined
      ? []
      : [equals('family', place.family), equals('address', place.address)]),
    ...(place?.family === 'ton' ? [equals('network', place.network)] : []),
  ]
  return raw<SqlBool>`${raw.join(parts, raw` and `)}`
}
