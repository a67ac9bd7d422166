import type { Selectable } from 'kysely'
import * as v from 'valibot'
import type { ProvenTonWallet, ProvenWallet } from '#shared/wallet.ts'
import type { FieldCipher, FieldPlace } from '../field-cipher.ts'
import type { ProvenColumns, ProvenTonColumns, Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import type { EpochMs, StoredWallet } from '../store.ts'
import { ProvenWalletSchema } from './proven-wallet-schema.ts'
import { chainIdOf, walletIdentity, type WalletIdentity } from './wallet-identity.ts'
import type { Unit } from '../write-unit.ts'

export type WalletRow = Selectable<Schema['wallets']>

/** The row of a wallet that this member has. */
export function getHeld(
  sql: Sql,
  { family, network, address }: WalletIdentity,
  holderId: string,
): Promise<WalletRow> {
  return sql
    .selectFrom('wallets')
    .selectAll()
    .where('user_id', '=', holderId)
    .where('family', '=', family)
    .where('network', '=', network)
    .where('address', '=', address)
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

/** Gives a wallet to a member who does not have it; their first becomes primary. */
export async function insertWallet(
  { sql, hot, cipher, now }: Unit,
  wallet: {
    id: string
    userId: string
    proven: ProvenWallet
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

/** Puts a new proof in the place of the one that the wallet was linked with; the row as it then is. */
export async function writeProof(
  { sql, cipher, now }: Unit,
  row: WalletRow,
  { proven, signature }: { proven: ProvenWallet; signature: Uint8Array },
): Promise<WalletRow> {
  const proof = {
    ...provenColumns(proven),
    verified_at: now,
    signature: cipher.seal(signature, signaturePlace(row.id)),
  }
  await sql.updateTable('wallets').set(proof).where('id', '=', row.id).execute()
  return { ...row, ...proof }
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

function provenColumns(proven: ProvenWallet): ProvenColumns {
  const { kind, level, binding, keySource } = proven
  return { ...walletIdentity(proven), kind, level, binding, key_source: keySource }
}

export function provenTonColumns(proven: ProvenTonWallet): ProvenTonColumns {
  const { family, network, address, kind, level, binding, keySource } = proven
  return { family, network, address, kind, level, binding, key_source: keySource }
}

export function toProven(row: ProvenColumns): ProvenWallet {
  const { family, network, address, kind, level, binding, key_source: keySource } = row
  const place = family === 'ton' ? { network } : { chainId: chainIdOf(network) }
  return v.parse(ProvenWalletSchema, {
    family,
    ...place,
    address,
    kind,
    level,
    binding,
    keySource,
  })
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

function signaturePlace(row: string): FieldPlace {
  return { table: 'wallets', column: 'signature', row }
}
