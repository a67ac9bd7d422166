import type { Selectable } from 'kysely'
import { statesBefore } from '#shared/attempt.ts'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import type { Store } from '../store.ts'
import { toStoredUser } from './users.ts'
import { inTransaction, type SqlContext, type Transaction } from '../transaction.ts'

type Ticket = Parameters<Store['createTicket']>[0]
type Redemption = Parameters<Store['redeemTicket']>[0]
type Redeemed = Awaited<ReturnType<Store['redeemTicket']>>

/**
 * States in which an attempt still takes a proof. An attempt that waits for consent has spent its nonce, and owners
 * confirm with attempts of their own.
 */
const UNPROVEN = statesBefore('linked').filter(
  (state) => state !== 'awaiting-consent' && state !== 'awaiting-cosigners',
)

export function createTickets(context: SqlContext): Pick<Store, 'createTicket' | 'redeemTicket'> {
  return {
    createTicket: (ticket, now) => inTransaction(context, now, (trx) => createTicket(trx, ticket)),

    async redeemTicket(redemption, now) {
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
): Promise<Redeemed> {
  const { sql, cipher, now } = trx
  await trx.lock(`user:${userId}`)
  const spent = await sql
    .deleteFrom('tickets')
    .where('ticket_hash', '=', ticketHash)
    .returning(['attempt_id', 'expires_at'])
    .executeTakeFirst()
  if (!spent || spent.expires_at <= now) return undefined
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
  const user = await sql
    .selectFrom('users')
    .selectAll()
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
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
