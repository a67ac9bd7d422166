import type { Selectable } from 'kysely'
import type { ProvenTonWallet } from '#shared/wallet.ts'
import type { FieldCipher, FieldPlace } from '../field-cipher.ts'
import type { ProvenColumns, Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import type { EpochMs, StoredWallet } from '../store.ts'
import { KEY_LEVEL, type WalletIdentity } from './wallet-identity.ts'
import type { Unit } from '../write-unit.ts'

export type WalletRow = Selectable<Schema['wallets']>

/** The row of a wallet that somebody has. */
export function getHeld(
  sql: Sql,
  { family, network, address }: WalletIdentity,
): Promise<WalletRow> {
  return sql
    .selectFrom('wallets')
    .selectAll()
    .where('family', '=', family)
    .where('network', '=', network)
    .where('address', '=', address)
    .where('level', '=', KEY_LEVEL)
    .executeTakeFirstOrThrow()
}

export async function countWallets(sql: Sql, userId: string): Promise<number> {
  const { count } = await sql
    .selectFrom('wallets')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Gives a wallet that nobody has to a member; their first becomes primary. */
export async function insertWallet(
  { sql, hot, cipher, now }: Unit,
  wallet: {
    id: string
    userId: string
    proven: ProvenTonWallet
    signature: Uint8Array
    verifiedAt: EpochMs
    first: boolean
  },
): Promise<StoredWallet> {
  const { id } = wallet
  const row: WalletRow = {
    ...provenColumns(wallet.proven),
    id,
    user_id: wallet.userId,
    label: null,
    is_primary: wallet.first ? 1 : 0,
    linked_at: now,
    verified_at: wallet.verifiedAt,
    signature: cipher.seal(wallet.signature, signaturePlace(id)),
  }
  await hot.insertWallet(sql, row)
  return toStoredWallet(row, cipher)
}

/** Takes a wallet from its member; the eldest that remains becomes primary if that one was. */
export async function removeWallet(sql: Sql, wallet: { id: string; userId: string }) {
  const removed = await sql
    .deleteFrom('wallets')
    .where('id', '=', wallet.id)
    .where('user_id', '=', wallet.userId)
    .returningAll()
    .executeTakeFirst()
  if (removed?.is_primary === 1) await promoteEldest(sql, wallet.userId)
  return removed
}

async function promoteEldest(sql: Sql, userId: string): Promise<void> {
  await sql
    .updateTable('wallets')
    .set({ is_primary: 1 })
    .where('id', '=', (query) =>
      query
        .selectFrom('wallets')
        .select('id')
        .where('user_id', '=', userId)
        .orderBy('linked_at')
        .orderBy('id')
        .limit(1),
    )
    .execute()
}

export function provenColumns(proven: ProvenTonWallet): ProvenColumns {
  const { family, network, address, kind, level, binding, keySource } = proven
  return { family, network, address, kind, level, binding, key_source: keySource }
}

export function toProven(row: ProvenColumns): ProvenTonWallet {
  const { family, network, address, kind, level, binding, key_source } = row
  return { family, network, address, kind, level, binding, keySource: key_source }
}

export function toStoredWallet(row: WalletRow, cipher: FieldCipher): StoredWallet {
  return {
    ...toProven(row),
    id: row.id,
    userId: row.user_id,
    label: row.label && Buffer.from(cipher.open(row.label, labelPlace(row.id))).toString(),
    primary: row.is_primary === 1,
    verifiedAt: row.verified_at,
  }
}

export function labelPlace(row: string): FieldPlace {
  return { table: 'wallets', column: 'label', row }
}

export function signaturePlace(row: string): FieldPlace {
  return { table: 'wallets', column: 'signature', row }
}
