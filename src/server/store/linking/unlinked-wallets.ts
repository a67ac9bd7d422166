import * as v from 'valibot'
import type { Selectable } from 'kysely'
import { findRow } from '../database/find-row.ts'
import type { Schema } from '../database/schema.ts'
import { placeOf } from '../database/sealed-tables.ts'
import type { Sql } from '../database/sql-database.ts'
import type { EpochMs, StoredWallet } from '../database/stored.ts'
import { appendEvent } from '../rows/events.ts'
import { multisigFinder } from '../rows/multisig-rows.ts'
import { type SqlContext, type Transaction, transactional } from '../rows/transaction.ts'
import {
  demotePrimary,
  toProven,
  unsealWallet,
  unsealWallets,
  walletIdentity,
  walletLock,
  type WalletRow,
} from '../rows/wallet-rows.ts'
import { findHolder } from './link-wallet.ts'
import { unlinkWallet } from './unlink-wallet.ts'

/** How long a member can undo what the bot's button unlinked, in milliseconds. */
export const UNDO_MS = 60 * 60_000

/** `over`: too late, or the account has been linked again since, by whomever. */
type UndoOutcome = 'undone' | 'over' | 'wallet-limit'

/** A wallet as it was when it was unlinked. */
export type UnlinkedWallet = { wallet: StoredWallet; unlinkedAt: EpochMs }

type OwnWallet = { id: string; userId: string }
type UnlinkedRow = Selectable<Schema['unlinked_wallets']>

/** What referred to a wallet: ids of answers, codes of live cards, and digests of proofs in base64url. */
const UsesSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    answers: v.array(v.string()),
    cards: v.array(v.string()),
    proofs: v.array(v.string()),
  }),
)
type Uses = v.InferOutput<typeof UsesSchema>

/** Unlinking that its member can undo for an hour. The wallet is gone for everybody at once; only a sealed copy stays. */
export function createUnlinkedWallets(context: SqlContext) {
  const { database, cipher } = context
  return {
    /** Unlinks, and returns the wallet, also if that was done before and can still be undone. Undefined for no such wallet. */
    unlinkUndoably: transactional(context, unlinkUndoably),

    /** Links the wallet again as it was. Repeating the call changes nothing, and gives the first outcome. */
    undoUnlink: transactional(context, undoUnlink),

    /** What is still stored of unlinked wallets. */
    async listUnlinkedWallets(userId: string): Promise<UnlinkedWallet[]> {
      const sql = database.read
      const rows = await sql
        .selectFrom('unlinked_wallets')
        .selectAll()
        .where('user_id', '=', userId)
        .execute()
      const wallets = await unsealWallets({ sql, cipher }, rows)
      return wallets.map((wallet, index) => ({ wallet, unlinkedAt: rows[index]?.unlinked_at ?? 0 }))
    },
  }
}

async function unlinkUndoably(
  trx: Transaction,
  wallet: OwnWallet,
): Promise<StoredWallet | undefined> {
  const { sql, now } = trx
  const key = { id: wallet.id, user_id: wallet.userId }
  const seen = await findRow(sql, 'wallets', key)
  if (seen) await trx.lock(walletLock(walletIdentity(toProven(seen))))
  await trx.lock(`user:${wallet.userId}`)
  const owned = await findRow(sql, 'wallets', key)
  if (owned === undefined) {
    const earlier = await findUndoable(trx, wallet)
    return earlier && unsealWallet(trx, earlier)
  }
  const uses = JSON.stringify(await findUses(sql, wallet.id))
  const removed = await unlinkWallet(trx, owned, { who: 'member' })
  if (removed === undefined) return undefined
  const copy = { ...sealAnew(trx, removed), launch_asked_at: null, uses, unlinked_at: now }
  await sql.insertInto('unlinked_wallets').values(copy).execute()
  return unsealWallet(trx, removed)
}

async function undoUnlink(
  trx: Transaction,
  { walletLimit, ...wallet }: OwnWallet & { walletLimit: number },
): Promise<UndoOutcome> {
  const { sql } = trx
  const key = { id: wallet.id, user_id: wallet.userId }
  const seen = await findUndoable(trx, wallet)
  if (seen) await trx.lock(walletLock(walletIdentity(toProven(seen))))
  await trx.lock(`user:${wallet.userId}`)
  const unlinked = await findUndoable(trx, wallet)
  if (unlinked === undefined) return (await findRow(sql, 'wallets', key)) ? 'undone' : 'over'
  const { holderId, count } = await findHolder(trx, {
    proven: toProven(unlinked),
    userId: wallet.userId,
  })
  if (holderId !== null || !(await isMultisigKnown(sql, unlinked))) return 'over'
  if (count >= walletLimit) return 'wallet-limit'
  await restore(trx, unlinked, count === 0)
  return 'undone'
}

async function restore(
  trx: Transaction,
  { uses, ...copy }: UnlinkedRow,
  first: boolean,
): Promise<void> {
  const { sql, prepared } = trx
  const { user_id: userId } = copy
  await sql.deleteFrom('unlinked_wallets').where('id', '=', copy.id).execute()
  if (copy.is_primary === 1) await demotePrimary(sql, userId)
  const row: WalletRow = {
    ...sealAnew(trx, copy),
    is_primary: first ? 1 : copy.is_primary,
    cosigning_code: await findStored(sql, copy.cosigning_code),
  }
  await prepared.insertWallet(sql, row)
  await restoreUses(sql, row, v.parse(UsesSchema, uses))
  const wallet = await unsealWallet(trx, row)
  await appendEvent(trx, { type: 'wallet.linked', userId, wallet })
}

/** The copy, as long as it is no older than an hour. */
function findUndoable(
  { sql, now }: Transaction,
  { id, userId }: OwnWallet,
): Promise<UnlinkedRow | undefined> {
  return sql
    .selectFrom('unlinked_wallets')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('unlinked_at', '>', now - UNDO_MS)
    .executeTakeFirst()
}

/** Without its reading, no later one would find that a link to a multisig no longer holds. */
async function isMultisigKnown(sql: Sql, row: WalletRow): Promise<boolean> {
  if (row.level === 'key' || row.kind === 'contract') return true
  const findMultisig = await multisigFinder(sql, [row])
  return findMultisig(row) !== null
}

async function findStored(sql: Sql, cosigningCode: string | null): Promise<string | null> {
  const stored = cosigningCode && (await findRow(sql, 'cosignings', { code: cosigningCode }))
  return stored ? cosigningCode : null
}

/** DATA_KEY may be changed between the two moves, and its passes look at each table by itself. */
function sealAnew({ cipher }: Pick<Transaction, 'cipher'>, row: WalletRow): WalletRow {
  const again = (column: 'label' | 'proof' | 'launch' | 'evidence', value: Uint8Array) => {
    const place = placeOf('wallets', column, row.id)
    return cipher.seal(cipher.unseal(value, place), place)
  }
  return {
    ...row,
    label: row.label && again('label', row.label),
    proof: again('proof', row.proof),
    launch: row.launch && again('launch', row.launch),
    evidence: row.evidence && again('evidence', row.evidence),
  }
}

async function findUses(sql: Sql, walletId: string): Promise<Uses> {
  const answers = await sql
    .selectFrom('answers')
    .select('id')
    .where('wallet_id', '=', walletId)
    .execute()
  const cards = await sql
    .selectFrom('cards')
    .select('code')
    .where('wallet_id', '=', walletId)
    .where('revoked_at', 'is', null)
    .execute()
  const proofs = await sql
    .selectFrom('handed_proofs')
    .select('digest')
    .where('wallet_id', '=', walletId)
    .execute()
  return {
    answers: answers.map(({ id }) => id),
    cards: cards.map(({ code }) => code),
    proofs: proofs.map(({ digest }) => Buffer.from(digest).toString('base64url')),
  }
}

/**
 * An answer that the member has taken back or given with another wallet since stays so. A card without a wallet can only
 * have been revoked by the sweep.
 */
async function restoreUses(sql: Sql, { id }: WalletRow, uses: Uses): Promise<void> {
  const digests = uses.proofs.map((digest) => Buffer.from(digest, 'base64url'))
  if (uses.answers.length > 0)
    await sql
      .updateTable('answers')
      .set({ wallet_id: id })
      .where('id', 'in', uses.answers)
      .where('wallet_id', 'is', null)
      .where('withdrawn_at', 'is', null)
      .execute()
  if (uses.cards.length > 0)
    await sql
      .updateTable('cards')
      .set({ wallet_id: id, revoked_at: null })
      .where('code', 'in', uses.cards)
      .execute()
  if (digests.length > 0)
    await sql
      .updateTable('handed_proofs')
      .set({ wallet_id: id, ended_at: null })
      .where('digest', 'in', digests)
      .execute()
}
