import * as v from 'valibot'
import { evmNetwork } from '#shared/evm-network.ts'
import { ChainIdSchema, TonNetworkSchema } from '#shared/address.ts'
import {
  type ProvenTonWallet,
  type ProvenWallet,
  ProvenWalletSchema,
} from '#shared/proven-wallet.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import {
  type EvmNetwork,
  type Schema,
  type ProvenColumns,
  type ProvenTonColumns,
  KEY_LEVEL,
} from '../database/schema.ts'
import { findRow } from '../database/find-row.ts'
import type { LockName, Sql } from '../database/sql-database.ts'
import type { AttemptAccount, StoredMultisig, EpochMs, StoredWallet } from '../database/stored.ts'
import type { Selectable } from 'kysely'
import type { Evidence } from '#proof/document.ts'
import type { Hex } from '#shared/hex.ts'
import { ACCOUNT_MAX_AGE_MS } from '#shared/limits.ts'
import { type FieldCipher, jsonUnsealer, sealJson, unsealText } from '../database/field-cipher.ts'
import { placeOf } from '../database/sealed-tables.ts'
import { multisigFinder } from './multisig-rows.ts'
import type { Transaction, RowReader } from './transaction.ts'

/** The columns that identify a wallet, whichever member holds it. */
export type WalletIdentity =
  | { family: 'ton'; network: TonNetwork; address: string }
  | { family: 'evm'; network: EvmNetwork; address: string }

export function walletIdentity(wallet: ProvenWallet): WalletIdentity {
  const { family, address } = wallet
  if (family === 'ton') return { family, network: wallet.network, address }
  const { chainId } = wallet
  return { family, network: chainId === null ? 'eip155' : evmNetwork(chainId), address }
}

/** Chain id of an EVM network column; null for a key's account, which is on every chain. */
export function findChainId(network: string): number | null {
  const [, chainId] = network.split(':')
  return chainId === undefined ? null : Number(chainId)
}

type AccountColumns = Pick<Schema['attempts'], 'family' | 'account_network' | 'account_address'>

export function accountColumns(account: AttemptAccount) {
  const network = account.family === 'ton' ? account.network : evmNetwork(account.chainId)
  return { account_network: network, account_address: account.address }
}

export function toAccount({
  family,
  account_network: network,
  account_address: address,
}: AccountColumns): AttemptAccount | null {
  if (network === null || address === null) return null
  return family === 'ton'
    ? { family, network: v.parse(TonNetworkSchema, network), address }
    : { family, chainId: v.parse(ChainIdSchema, findChainId(network)), address }
}

export function walletLock({ family, network, address }: WalletIdentity): LockName {
  return `wallet:${family}:${network}:${address}`
}

export type LinkEvidence =
  /**
   * The account accepted this EIP-191 hash of the message with the signature. `owners`: if the signature is empty, all
   * owners of the Safe at that moment.
   */
  | { kind: 'signature'; hash: Hex; signature: Hex; owners?: readonly string[] | undefined }
  /** These owners agreed. The member's address among them is `own`. */
  | { kind: 'agreements'; owners: readonly string[]; own: string }

export type WalletRow = Selectable<Schema['wallets']>

/** Reads the row of a wallet that this member has. */
export async function getHeld(
  sql: Sql,
  { family, network, address }: WalletIdentity,
  holderId: string,
): Promise<WalletRow> {
  const held = await findRow(sql, 'wallets', { user_id: holderId, family, network, address })
  if (!held) throw new TypeError('the member has no such wallet')
  return held
}

export async function countWallets(sql: Sql, userId: string): Promise<number> {
  const { count } = await sql
    .selectFrom('wallets')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** The basis of a link, in addition to the proof. */
export type StoredEvidence = {
  /** Null for a key's proof, which needs no further check. */
  evidence: LinkEvidence | null
  /** The cosigning whose confirmations it rests on. */
  cosigningCode: string | null
}

/** A proof of a wallet, as it is stored. */
type Proof = StoredEvidence & {
  proven: ProvenWallet
  /** For others to check. */
  proof: Evidence
  verifiedAt: EpochMs
}

/** For a key's proof. */
export const NO_EVIDENCE: StoredEvidence = { evidence: null, cosigningCode: null }

/** Links a wallet to a member who does not have it. A member's first wallet becomes primary. */
export async function insertWallet(
  trx: Transaction,
  wallet: Proof & { id: string; userId: string; first: boolean },
): Promise<StoredWallet> {
  const { id } = wallet
  const row: WalletRow = {
    ...proofColumns(trx, id, wallet),
    id,
    user_id: wallet.userId,
    label: null,
    is_primary: wallet.first ? 1 : 0,
    linked_at: trx.now,
  }
  await trx.prepared.insertWallet(trx.sql, row)
  return unsealWallet(trx, row)
}

/** Replaces the proof of a linked wallet. Returns the row as it then is. */
export async function writeProof(
  trx: Transaction,
  row: WalletRow,
  proof: Omit<Proof, 'verifiedAt'>,
): Promise<WalletRow> {
  await endHandedProofs(trx, row.id)
  const columns = proofColumns(trx, row.id, { ...proof, verifiedAt: trx.now })
  await trx.sql.updateTable('wallets').set(columns).where('id', '=', row.id).execute()
  return { ...row, ...columns }
}

function proofColumns(
  { cipher }: Transaction,
  id: string,
  { proven, proof, verifiedAt, evidence, cosigningCode }: Proof,
) {
  return {
    ...provenColumns(proven),
    verified_at: verifiedAt,
    proof: proof && sealJson(proof, placeOf('wallets', 'proof', id), cipher),
    // Telegram signed the former proof.
    launch: null,
    launch_asked_at: null,
    stale_at: null,
    evidence: evidence && sealJson(evidence, placeOf('wallets', 'evidence', id), cipher),
    cosigning_code: cosigningCode,
    ...checkColumns({ proven, evidence, verifiedAt }),
  }
}

/** A contract account that is not a multisig here is checked again later. For a multisig, new readings do that. */
function checkColumns({
  proven,
  evidence,
  verifiedAt,
}: Pick<Proof, 'proven' | 'evidence' | 'verifiedAt'>) {
  const isChecked = proven.kind === 'contract' && evidence !== null
  return {
    checked_at: isChecked ? verifiedAt : null,
    check_at: isChecked ? verifiedAt + ACCOUNT_MAX_AGE_MS : null,
    missing_since: null,
  }
}

/** Removes a wallet from its member. If it was primary, the oldest remaining wallet becomes primary. */
export async function removeWallet(
  trx: Pick<Transaction, 'sql' | 'now'>,
  wallet: { id: string; userId: string },
) {
  const { sql } = trx
  await endHandedProofs(trx, wallet.id)
  const removed = await sql
    .deleteFrom('wallets')
    .where('id', '=', wallet.id)
    .where('user_id', '=', wallet.userId)
    .returningAll()
    .executeTakeFirst()
  if (removed) await forgetUnlinked(sql, removed)
  if (removed?.is_primary === 1) await promoteOldest(sql, wallet.userId)
  return removed
}

/** Earlier links of an account do not come back once a later one has ended. */
async function forgetUnlinked(
  sql: Sql,
  { family, network, address, ...row }: WalletRow,
): Promise<void> {
  await sql
    .deleteFrom('unlinked_wallets')
    .where('address', '=', address)
    .where('family', '=', family)
    .where('network', '=', network)
    .where((query) =>
      query.or([query('user_id', '=', row.user_id), query('level', '=', KEY_LEVEL)]),
    )
    .execute()
}

/** The documents of a wallet's proof that left this server show no link from now on. */
export async function endHandedProofs(
  { sql, now }: Pick<Transaction, 'sql' | 'now'>,
  walletId: string,
): Promise<void> {
  await sql
    .updateTable('handed_proofs')
    .set({ wallet_id: null, ended_at: now })
    .where('wallet_id', '=', walletId)
    .execute()
}

/** So that another wallet of the member can become primary. */
export async function demotePrimary(sql: Sql, userId: string): Promise<void> {
  await sql
    .updateTable('wallets')
    .set({ is_primary: 0 })
    .where('user_id', '=', userId)
    .where('is_primary', '=', 1)
    .execute()
}

async function promoteOldest(sql: Sql, userId: string): Promise<void> {
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
  const place = family === 'ton' ? { network } : { chainId: findChainId(network) }
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

export async function unsealWallet(reader: RowReader, row: WalletRow): Promise<StoredWallet> {
  const unseal = await walletUnsealer(reader, [row])
  return unseal(row)
}

export async function unsealWallets(
  reader: RowReader,
  rows: readonly WalletRow[],
): Promise<StoredWallet[]> {
  return rows.map(await walletUnsealer(reader, rows))
}

/**
 * Returns a function that unseals wallets, with all their multisigs read in one query. A key's account is never a
 * multisig.
 */
export async function walletUnsealer(
  { sql, cipher }: RowReader,
  rows: readonly WalletRow[],
): Promise<(row: WalletRow) => StoredWallet> {
  const keyless = rows.filter(({ level }) => level !== 'key')
  if (keyless.length === 0) return (row) => toStoredWallet(row, null, cipher)
  const findMultisig = await multisigFinder(sql, keyless)
  return (row) => toStoredWallet(row, toMultisig(row, findMultisig(row)), cipher)
}

/**
 * A wallet that was linked as a contract has no multisig, because the owners that a Safe at its address lists did not
 * sign.
 */
function toMultisig({ kind }: WalletRow, multisig: StoredMultisig | null): StoredMultisig | null {
  return kind === 'contract' ? null : multisig
}

function toStoredWallet(
  row: WalletRow,
  multisig: StoredMultisig | null,
  cipher: FieldCipher,
): StoredWallet {
  return {
    ...toProven(row),
    id: row.id,
    userId: row.user_id,
    label: row.label && unsealText(row.label, placeOf('wallets', 'label', row.id), cipher),
    primary: row.is_primary === 1,
    verifiedAt: row.verified_at,
    staleAt: row.stale_at,
    multisig,
  }
}

const HexSchema = v.custom<Hex>((value) => typeof value === 'string' && value.startsWith('0x'))

const unsealLinkEvidence = jsonUnsealer(
  v.variant('kind', [
    v.object({
      kind: v.literal('signature'),
      hash: HexSchema,
      signature: HexSchema,
      owners: v.optional(v.array(v.string())),
    }),
    v.object({ kind: v.literal('agreements'), owners: v.array(v.string()), own: v.string() }),
  ]),
)

export function unsealEvidence(
  { id, evidence }: Pick<WalletRow, 'id' | 'evidence'>,
  cipher: FieldCipher,
): LinkEvidence | undefined {
  if (evidence === null) return undefined
  return unsealLinkEvidence(evidence, placeOf('wallets', 'evidence', id), cipher)
}

/**
 * The evidence for a link to an account that accepted this signature.
 *
 * @param accepted owners: those of the Safe at that reading; empty for an account without owners. They are stored only
 * with an empty signature, because then the owners signed on the chain and nothing shows which of them did
 */
export function acceptedEvidence({
  hash,
  signature,
  owners,
}: {
  hash: Hex
  signature: Hex
  owners: readonly string[]
}): LinkEvidence {
  const evidence = { kind: 'signature', hash, signature } as const
  return signature === '0x' ? { ...evidence, owners } : evidence
}
