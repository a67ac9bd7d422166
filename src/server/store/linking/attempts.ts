import type { Selectable } from 'kysely'
import { isSettled, statesBefore, type AttemptState } from '#shared/attempt.ts'
import { randomId } from '../random-id.ts'
import type { Schema } from '../database/schema.ts'
import type { AttemptChange, EpochMs, Store, StoredAttempt } from '../store.ts'
import { holdMember } from '../members/users.ts'
import { writeUnit, type SqlContext, type Unit } from '../write-unit.ts'

type AttemptRow = Selectable<Schema['attempts']>
type NewAttempt = Parameters<Store['createAttempt']>[0]

export function createAttempts(
  context: SqlContext,
): Pick<Store, 'createAttempt' | 'findAttempt' | 'listAttempts' | 'advanceAttempt'> {
  const { database, hot } = context
  return {
    createAttempt: (attempt, window) =>
      writeUnit(context, attempt.now, (unit) => createAttempt(unit, attempt, window)),

    async findAttempt(id, userId, now) {
      const [row] = await hot.findAttempt(database.read, { id, userId })
      return row && toStoredAttempt(row, now)
    },

    async listAttempts(userId, now) {
      const rows = await database.read
        .selectFrom('attempts')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute()
      return rows.map((row) => toStoredAttempt(row, now))
    },

    advanceAttempt: (target, change, now) =>
      writeUnit(context, now, (unit) => advanceAttempt(unit, target, change)),
  }
}

async function createAttempt(
  unit: Unit,
  { userId, nonce, client, requestCode, expiresAt }: NewAttempt,
  { limit, since }: { limit: number; since: EpochMs },
): Promise<StoredAttempt | 'too-many-attempts'> {
  await holdMember(unit, userId)
  const { sql, now } = unit
  const { count } = await sql
    .selectFrom('attempts')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    // What a clock that ran ahead has left in the future is not of this window.
    .where('created_at', '<=', now)
    .executeTakeFirstOrThrow()
  if (count >= limit) return 'too-many-attempts'
  const row: AttemptRow = {
    id: randomId(),
    user_id: userId,
    family: 'ton',
    state: 'created',
    nonce,
    wallet_app: null,
    client_platform: client?.platform ?? null,
    client_version: client?.version ?? null,
    request_code: requestCode,
    error_code: null,
    wallet_id: null,
    created_at: now,
    expires_at: expiresAt,
    outcome_taken: 0,
  }
  await sql.insertInto('attempts').values(row).execute()
  return toStoredAttempt(row, now)
}

async function advanceAttempt(
  { sql, hot, now }: Unit,
  target: { id: string; userId: string },
  change: AttemptChange,
): Promise<StoredAttempt | undefined> {
  const advanced = await sql
    .updateTable('attempts')
    .set(changedColumns(change))
    .where('id', '=', target.id)
    .where('user_id', '=', target.userId)
    .where('state', 'in', statesBefore(change.state))
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  if (advanced && isSettled(advanced.state)) {
    await sql.deleteFrom('consents').where('attempt_id', '=', target.id).execute()
  }
  const [row] = advanced ? [advanced] : await hot.findAttempt(sql, target)
  return row && toStoredAttempt(row, now)
}

function changedColumns(change: AttemptChange) {
  switch (change.state) {
    case 'awaiting-wallet':
      return { state: change.state, wallet_app: change.walletApp }
    case 'failed':
      return { state: change.state, error_code: change.errorCode }
    case 'opened':
    case 'cancelled':
      return { state: change.state }
  }
}

export function toStoredAttempt(row: AttemptRow, now: EpochMs): StoredAttempt {
  return {
    id: row.id,
    userId: row.user_id,
    family: row.family,
    state: presentState(row, now),
    nonce: row.nonce,
    walletApp: row.wallet_app,
    client: toClient(row),
    requestCode: row.request_code,
    errorCode: row.error_code,
    walletId: row.wallet_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

function toClient({ client_platform, client_version }: AttemptRow): StoredAttempt['client'] {
  if (client_platform === null || client_version === null) return null
  return { platform: client_platform, version: client_version }
}

/** No row ever says `expired`: time says it. */
export function presentState(
  { state, expires_at }: Pick<AttemptRow, 'state' | 'expires_at'>,
  now: EpochMs,
): AttemptState {
  return isSettled(state) || expires_at > now ? state : 'expired'
}
