import type { Selectable } from 'kysely'
import { findRow } from '../database/find-row.ts'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import { unsealWallet } from '../rows/wallet-rows.ts'
import { toStoredUser } from '../rows/user-rows.ts'
import type { EpochMs, StoredUser, StoredWallet } from '../database/stored.ts'
import {
  inTransaction,
  type RowReader,
  type SqlContext,
  type Transaction,
  transactional,
} from '../rows/transaction.ts'

export type StoredCard = {
  code: string
  walletId: string
  createdAt: EpochMs
  /** When it was first shared, as far as known; null while inline mode has only offered it. */
  sentAt: EpochMs | null
  /** Whether everyone with the link gets the proof of the wallet, too. */
  showsProof: boolean
  /** How often others opened it. */
  opens: number
  lastOpenedAt: EpochMs | null
}

export type CardVerdict =
  | { kind: 'live'; card: StoredCard; wallet: StoredWallet; holder: StoredUser }
  /** Revoked, or its wallet is no longer linked. */
  | { kind: 'gone' }

type CardRow = Selectable<Schema['cards']>
type Share = { code: string; walletId: string; userId: string }

/** Cards: wallets that their holders show to everybody who has the link. */
export function createCards(context: SqlContext) {
  const { database } = context
  return {
    /** The wallet's live card, or a new one with `code`; undefined when the wallet is not this member's. */
    shareWallet: (share: Share, now: EpochMs): Promise<StoredCard | undefined> =>
      inTransaction(context, now, async (trx) => {
        const card = await findOrCreateCard(trx, share)
        if (card?.sentAt !== null) return card
        await noteSent(trx.sql, card.code, now)
        return { ...card, sentAt: now }
      }),

    /** The same for inline mode, which needs the code before the card is sent. */
    offerCard: transactional(context, findOrCreateCard),

    /** Notes that a card that was only offered is in a chat now. */
    async noteCardSent(code: string, now: EpochMs): Promise<void> {
      await database.statement((sql) => noteSent(sql, code, now))
    },

    /** Counts that somebody else opened it. A card that was only offered is in a chat then. */
    async noteCardOpened(code: string, now: EpochMs): Promise<void> {
      await database.statement((sql) =>
        sql
          .updateTable('cards')
          .set((query) => ({
            opens: query('opens', '+', 1),
            last_opened_at: now,
            sent_at: query.fn.coalesce('sent_at', query.val(now)),
          }))
          .where('code', '=', code)
          .execute(),
      )
    },

    /** The present or former card with this code; undefined when there never was one. */
    findCard: (code: string) => findCard(context, code),

    /** Includes cards that were only offered. */
    async listCards(userId: string): Promise<StoredCard[]> {
      const rows = await liveCards(database.read)
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .orderBy('code')
        .execute()
      return rows.flatMap((row) => toStoredCard(row) ?? [])
    },

    /** Shows or hides the proof on a live card; false when the member has no such card. */
    showProof: (shown: { code: string; userId: string; isShown: boolean }) =>
      database.write((sql) => changeLiveCard(sql, shown, { shows_proof: shown.isShown ? 1 : 0 })),

    /** False when the member has no such live card. Never in the middle of an unlinking that remembers the card as live. */
    revokeCard: (card: { code: string; userId: string }, now: EpochMs) =>
      inTransaction(context, now, async (trx) => {
        await trx.lock(`user:${card.userId}`)
        return changeLiveCard(trx.sql, card, { revoked_at: now })
      }),
  }
}

/** False when the member has no such live card. */
async function changeLiveCard(
  sql: Sql,
  { code, userId }: { code: string; userId: string },
  change: Partial<Pick<CardRow, 'shows_proof' | 'revoked_at'>>,
): Promise<boolean> {
  const changed = await sql
    .updateTable('cards')
    .set(change)
    .where('code', '=', code)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('wallet_id', 'is not', null)
    .returning('code')
    .executeTakeFirst()
  return changed !== undefined
}

/** Finds the wallet's live card, or creates one. */
async function findOrCreateCard(
  { sql, lock, now }: Transaction,
  { code, walletId, userId }: Share,
): Promise<StoredCard | undefined> {
  await lock(`user:${userId}`)
  if (!(await findRow(sql, 'wallets', { id: walletId, user_id: userId }))) return undefined
  const live = await liveCards(sql).where('wallet_id', '=', walletId).executeTakeFirst()
  if (live) return toStoredCard(live)
  await sql
    .insertInto('cards')
    .values({
      code,
      wallet_id: walletId,
      user_id: userId,
      created_at: now,
      sent_at: null,
      shows_proof: 0,
      revoked_at: null,
      opens: 0,
      last_opened_at: null,
    })
    .execute()
  const unseen = { sentAt: null, showsProof: false, opens: 0, lastOpenedAt: null }
  return { code, walletId, createdAt: now, ...unseen }
}

function noteSent(sql: Sql, code: string, now: EpochMs) {
  return sql
    .updateTable('cards')
    .set({ sent_at: now })
    .where('code', '=', code)
    .where('sent_at', 'is', null)
    .execute()
}

async function findCard(
  { sql, cipher }: RowReader,
  code: string,
): Promise<CardVerdict | undefined> {
  const row = await findRow(sql, 'cards', { code })
  if (!row) return undefined
  const card = toStoredCard(row)
  if (!card) return { kind: 'gone' }
  const wallet = await findRow(sql, 'wallets', { id: card.walletId })
  const holder = await findRow(sql, 'users', { id: row.user_id })
  // Either may have been deleted since the card was read.
  if (!wallet || !holder) return { kind: 'gone' }
  return {
    kind: 'live',
    card,
    wallet: await unsealWallet({ sql, cipher }, wallet),
    holder: toStoredUser(holder, cipher),
  }
}

function liveCards(sql: Sql) {
  return sql.selectFrom('cards').selectAll().where('revoked_at', 'is', null)
}

/** Undefined when the card is revoked or its wallet is unlinked. */
function toStoredCard({
  code,
  wallet_id: walletId,
  created_at: createdAt,
  sent_at: sentAt,
  revoked_at,
  shows_proof,
  opens,
  last_opened_at: lastOpenedAt,
}: CardRow): StoredCard | undefined {
  if (walletId === null || revoked_at !== null) return undefined
  return { code, walletId, createdAt, sentAt, showsProof: shows_proof === 1, opens, lastOpenedAt }
}
