import { isSettled, statesBefore, UNPROVEN } from '#shared/attempt.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { FieldCipher } from '../database/field-cipher.ts'
import type { EpochMs, AttemptAccount } from '../database/stored.ts'
import {
  sealMessage,
  toStoredAttempt,
  type AttemptRow,
  type StoredAttempt,
} from '../rows/attempt-rows.ts'
import { closeByAttempt } from '../rows/close-cosigning.ts'
import { randomId, inTransaction, type SqlContext, type Transaction } from '../rows/transaction.ts'
import { holdMember } from '../rows/user-rows.ts'
import { accountColumns } from '../rows/wallet-rows.ts'

export type AttemptChange =
  | { state: 'opened' }
  | { state: 'awaiting-wallet'; walletApp: string | null }
  | { state: 'failed'; errorCode: ProblemCode }
  | { state: 'cancelled' }

/** `message`: of an EVM wallet none yet, because the text names the account. */
export type NewAttempt = Pick<
  StoredAttempt,
  'userId' | 'family' | 'nonce' | 'message' | 'client' | 'requestCode' | 'cosign' | 'expiresAt'
> & { now: EpochMs }

type Fixed = {
  account: AttemptAccount
  message: string
  /** Until when the text may be signed; null leaves the attempt its time. */
  expiresAt: EpochMs | null
}

type AttemptRef = { id: string; userId: string }

/** Live states after a wallet was opened. The member need not resume an attempt that waits for other owners. */
const UNDER_WAY = statesBefore('linked').filter(
  (state) => state !== 'created' && state !== 'awaiting-cosigners',
)

export function createAttempts(context: SqlContext) {
  const { database, prepared, cipher } = context
  return {
    /**
     * Creates an attempt in state `created`, unless the member has made `limit` of them since `since`. Counts and
     * inserts in one transaction.
     *
     * @throws {MemberGoneError}
     */
    createAttempt: (attempt: NewAttempt, window: { limit: number; since: EpochMs }) =>
      inTransaction(context, attempt.now, (trx) => createAttempt(trx, attempt, window)),

    /** One attempt of this member; undefined also when it is somebody else's. */
    async findAttempt(
      id: string,
      userId: string,
      now: EpochMs,
    ): Promise<StoredAttempt | undefined> {
      const [row] = await prepared.findAttempt(database.read, { id, userId })
      return row && toStoredAttempt(row, now, cipher)
    },

    async listAttempts(userId: string, now: EpochMs): Promise<StoredAttempt[]> {
      const rows = await database.read
        .selectFrom('attempts')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute()
      return rows.map((row) => toStoredAttempt(row, now, cipher))
    },

    /**
     * The newest live attempt that has reached a wallet. An attempt that was only created is not worth resuming.
     */
    async findUnderWay(userId: string, now: EpochMs): Promise<StoredAttempt | undefined> {
      const row = await database.read
        .selectFrom('attempts')
        .selectAll()
        .where('user_id', '=', userId)
        .where('state', 'in', UNDER_WAY)
        .where('expires_at', '>', now)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .limit(1)
        .executeTakeFirst()
      return row && toStoredAttempt(row, now, cipher)
    },

    /**
     * Moves an attempt to `change.state` if its current state allows it (`statesBefore`) and it has not expired.
     * Returns the attempt as it then is; undefined if this member has no such attempt.
     */
    advanceAttempt: (target: AttemptRef, change: AttemptChange, now: EpochMs) =>
      inTransaction(context, now, (trx) => advanceAttempt(trx, target, change)),

    /**
     * Ends an attempt with a proof that was refused, while it takes one. If another proof came first, what that began stands:
     * the question to a wallet's holder, or a cosigning.
     */
    failProof: (target: AttemptRef, errorCode: ProblemCode, now: EpochMs): Promise<void> =>
      inTransaction(context, now, (trx) => failProof(trx, target, errorCode)),

    /**
     * Fixes the account of an attempt that has no proof yet, and the text that its wallet must sign. The attempt is
     * then `awaiting-signature`. Returns the attempt as it then is. If this same account is already fixed, it keeps its
     * message.
     */
    fixAccount: (target: AttemptRef, fixed: Fixed, now: EpochMs) =>
      inTransaction(context, now, (trx) => fixAccount(trx, target, fixed)),
  }
}

async function createAttempt(
  trx: Transaction,
  attempt: NewAttempt,
  { limit, since }: { limit: number; since: EpochMs },
): Promise<StoredAttempt | 'too-many-attempts'> {
  const { sql, now, cipher } = trx
  await holdMember(trx, attempt.userId)
  if ((await countAttempts(trx, attempt.userId, since)) >= limit) return 'too-many-attempts'
  const row = newRow(attempt, cipher)
  await sql.insertInto('attempts').values(row).execute()
  return toStoredAttempt(row, now, cipher)
}

async function countAttempts(
  { sql, now }: Transaction,
  userId: string,
  since: EpochMs,
): Promise<number> {
  const { count } = await sql
    .selectFrom('attempts')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('created_at', '>', since)
    // Attempts that a fast clock has left in the future are not in this window.
    .where('created_at', '<=', now)
    .executeTakeFirstOrThrow()
  return count
}

function newRow({ client, message, ...attempt }: NewAttempt, cipher: FieldCipher): AttemptRow {
  const id = randomId()
  return {
    id,
    user_id: attempt.userId,
    family: attempt.family,
    state: 'created',
    nonce: attempt.nonce,
    message: message === null ? null : sealMessage(id, message, cipher),
    account_network: null,
    account_address: null,
    wallet_app: null,
    client_platform: client?.platform ?? null,
    client_version: client?.version ?? null,
    request_code: attempt.requestCode,
    confirms_code: attempt.cosign?.code ?? null,
    shows_name: attempt.cosign?.showsName === true ? 1 : 0,
    cosigning_code: null,
    error_code: null,
    wallet_id: null,
    answered_by: null,
    created_at: attempt.now,
    expires_at: attempt.expiresAt,
    outcome_taken: 0,
  }
}

async function advanceAttempt(
  trx: Transaction,
  target: AttemptRef,
  change: AttemptChange,
): Promise<StoredAttempt | undefined> {
  const { sql, now } = trx
  // An attempt may have a cosigning, which ends with it: see `closeByAttempt`.
  if (isSettled(change.state)) await trx.lock(`user:${target.userId}`)
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
    const { cosigning_code: cosigningCode } = advanced
    if (cosigningCode !== null) await closeByAttempt(trx, cosigningCode, 'cancelled')
  }
  return presentAttempt(trx, target, advanced)
}

async function failProof(
  { sql, now }: Transaction,
  { id, userId }: AttemptRef,
  errorCode: ProblemCode,
): Promise<void> {
  await sql
    .updateTable('attempts')
    .set({ state: 'failed', error_code: errorCode })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('state', 'in', UNPROVEN)
    .where('cosigning_code', 'is', null)
    .where('expires_at', '>', now)
    .execute()
}

/**
 * The conditions are in the statement, so an attempt that a proof settles meanwhile stays as it is. So does one with
 * this account.
 */
async function fixAccount(
  trx: Transaction,
  target: AttemptRef,
  { account, message, expiresAt }: Fixed,
): Promise<StoredAttempt | undefined> {
  const { sql, now, cipher } = trx
  const columns = accountColumns(account)
  const fixed = await sql
    .updateTable('attempts')
    .set((query) => ({
      ...columns,
      state: 'awaiting-signature',
      message: sealMessage(target.id, message, cipher),
      expires_at: query.fn.coalesce(query.val(expiresAt), 'expires_at'),
    }))
    .where('id', '=', target.id)
    .where('user_id', '=', target.userId)
    .where('family', '=', account.family)
    .where('state', 'in', statesBefore('awaiting-signature'))
    .where('expires_at', '>', now)
    .where((query) =>
      query.or([
        query('account_address', 'is', null),
        query('account_address', '!=', columns.account_address),
        query('account_network', '!=', columns.account_network),
      ]),
    )
    .returningAll()
    .executeTakeFirst()
  return presentAttempt(trx, target, fixed && (await leaveCosigning(trx, fixed)))
}

/** Confirmations for one account do not count for the account that replaced it, so the cosigning closes. */
async function leaveCosigning(trx: Transaction, fixed: AttemptRow): Promise<AttemptRow> {
  if (fixed.cosigning_code === null) return fixed
  await closeByAttempt(trx, fixed.cosigning_code, 'cancelled')
  await trx.sql
    .updateTable('attempts')
    .set({ cosigning_code: null })
    .where('id', '=', fixed.id)
    .execute()
  await trx.sql
    .updateTable('cosignings')
    .set({ attempt_id: null })
    .where('attempt_id', '=', fixed.id)
    .execute()
  return { ...fixed, cosigning_code: null }
}

/** The attempt as a statement has just changed it, or as it is if nothing changed. */
async function presentAttempt(
  { sql, prepared, now, cipher }: Transaction,
  target: AttemptRef,
  changed: AttemptRow | undefined,
): Promise<StoredAttempt | undefined> {
  const [row] = changed ? [changed] : await prepared.findAttempt(sql, target)
  return row && toStoredAttempt(row, now, cipher)
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
