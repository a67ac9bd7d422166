import type { Selectable } from 'kysely'
import { UNPROVEN } from '#shared/attempt.ts'
import { findRow } from '../database/find-row.ts'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import { toStoredUser } from '../rows/user-rows.ts'
import {
  inTransaction,
  type SqlContext,
  type Transaction,
  transactional,
} from '../rows/transaction.ts'
import type { EpochMs, StoredUser } from '../database/stored.ts'

type Ticket = {
  /** SHA-256 of the ticket: the ticket itself is never stored. */
  ticketHash: Uint8Array
  attemptId: string
  userId: string
  expiresAt: EpochMs
}
type Redemption = { ticketHash: Uint8Array; tokenHash: Uint8Array }
type Redeemed = { user: StoredUser; attemptId: string; expiresAt: EpochMs }

export function createTickets(context: SqlContext) {
  return {
    /**
     * Creates a one-time ticket for one attempt of this member that still waits for its proof; false if there is no
     * such attempt. A new ticket replaces the attempt's earlier one.
     */
    createTicket: transactional(context, createTicket),

    /**
     * Spends the ticket and opens a session for its one attempt, in one transaction. The session ends when the attempt
     * expires. Undefined for a ticket that is unknown, spent or expired, or whose attempt is over.
     */
    async redeemTicket(redemption: Redemption, now: EpochMs): Promise<Redeemed | undefined> {
      const userId = await findOwner(context.database.read, redemption.ticketHash)
      if (userId === undefined) return undefined
      return inTransaction(context, now, (trx) => redeemTicket(trx, userId, redemption))
    },
  }
}

async function createTicket(
  trx: Transaction,
  { attemptId, userId, ticketHash, expiresAt }: Ticket,
): Promise<boolean> {
  await trx.lock(`user:${userId}`)
  const attempt = await findUnproven(trx, { id: attemptId, userId })
  if (!attempt) return false
  const columns = { ticket_hash: ticketHash, expires_at: expiresAt }
  await trx.sql
    .insertInto('tickets')
    .values({ ...columns, attempt_id: attemptId })
    .onConflict((conflict) => conflict.column('attempt_id').doUpdateSet(columns))
    .execute()
  return true
}

/** The ticket is spent even if this fails. The member's lock protects their rows until the end. */
async function redeemTicket(
  trx: Transaction,
  userId: string,
  { ticketHash, tokenHash }: Redemption,
): Promise<Redeemed | undefined> {
  const { sql, cipher } = trx
  await trx.lock(`user:${userId}`)
  const spent = await sql
    .deleteFrom('tickets')
    .where('ticket_hash', '=', ticketHash)
    .returning(['attempt_id', 'expires_at'])
    .executeTakeFirst()
  if (!spent || spent.expires_at <= trx.now) return undefined
  const attempt = await findUnproven(trx, { id: spent.attempt_id, userId })
  if (!attempt) return undefined
  const { id: attemptId, expires_at: expiresAt } = attempt
  await sql
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      expires_at: expiresAt,
      attempt_id: attemptId,
    })
    .execute()
  const user = await findRow(sql, 'users', { id: userId })
  if (!user) throw new TypeError('a member who is locked stays')
  return { user: toStoredUser(user, cipher), attemptId, expiresAt }
}

async function findOwner(sql: Sql, ticketHash: Uint8Array): Promise<string | undefined> {
  const row = await sql
    .selectFrom('tickets')
    .innerJoin('attempts', 'attempts.id', 'tickets.attempt_id')
    .select('attempts.user_id')
    .where('tickets.ticket_hash', '=', ticketHash)
    .executeTakeFirst()
  return row?.user_id
}

function findUnproven(
  { sql, now }: Transaction,
  { id, userId }: { id: string; userId: string },
): Promise<Selectable<Schema['attempts']> | undefined> {
  return sql
    .selectFrom('attempts')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('state', 'in', UNPROVEN)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}
