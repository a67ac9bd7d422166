import * as v from 'valibot'
import { findRow } from '../database/find-row.ts'
import { KEY_LEVEL } from '../database/schema.ts'
import { statesBefore } from '#shared/attempt.ts'
import { sealMessage } from '../rows/attempt-rows.ts'
import type { Sql } from '../database/sql-database.ts'
import {
  randomId,
  type SqlContext,
  type Transaction,
  lockMembers,
  transactional,
} from '../rows/transaction.ts'
import { notifyMembers } from '../rows/cosigning-participants.ts'
import {
  openCosignings,
  unsealRow,
  type CosigningRow,
  type StoredCosigning,
  type CosigningTerms,
} from '../rows/cosigning-rows.ts'
import type { MultisigRow } from '../rows/multisig-rows.ts'
import { addViewer } from './viewers.ts'
import { firstReminderAt } from './close-due-cosignings.ts'
import type { EpochMs } from '../database/stored.ts'
import { sealText } from '../database/field-cipher.ts'
import { placeOf } from '../database/sealed-tables.ts'

type NewCosigning = {
  attemptId: string
  userId: string
  /**
   * `awaiting-signature`: the request goes to the multisig's own wallet app, and no member is notified ·
   * `awaiting-cosigners`: owners whom we know by their linked wallets are notified, each of at most five cosignings
   * in 24 hours.
   */
  attemptState: 'awaiting-signature' | 'awaiting-cosigners'
  expiresAt: EpochMs
} & CosigningTerms

export function createOpenCosigning(context: SqlContext) {
  return {
    /**
     * Opens a cosigning for a live attempt of this member that has none. Sets the attempt's account and message, and
     * its end to `expiresAt`. Undefined if there is no such attempt.
     */
    openCosigning: transactional(context, openCosigning),
  }
}

async function openCosigning(
  trx: Transaction,
  opened: NewCosigning,
): Promise<StoredCosigning | undefined> {
  const multisig = await findRow(trx.sql, 'multisigs', { id: opened.multisig.id })
  if (!multisig) return undefined
  const known = await findNotifiable(trx.sql, multisig, opened)
  await lockMembers(trx, [opened.userId, ...known])
  const live = await findLive(trx, opened)
  if (live) return giveBack(trx, live, opened)
  const code = `m1_${randomId()}`
  if (!(await takeAttempt(trx, { opened, multisig, code }))) return undefined
  const row = newRow(trx, opened, code)
  await trx.sql.insertInto('cosignings').values(row).execute()
  await askOwners(trx, known, row)
  return unsealRow(trx, row)
}

/** A member who has recently got too many such messages gets none, but finds the cosigning on Home. */
async function askOwners(
  trx: Transaction,
  known: readonly string[],
  { code, starter_id: from }: CosigningRow,
): Promise<void> {
  for (const userId of known) {
    const isAsked = await countNotification(trx, userId)
    await addViewer(trx.sql, { code, userId, part: isAsked ? 'asked' : 'listed' })
    if (isAsked) await notifyMembers(trx, [userId], { code, update: 'asked', from })
  }
}

/**
 * Members other than the starter whose linked wallet is an owner's key; none if the multisig's own app gets the
 * request.
 */
async function findNotifiable(
  sql: Sql,
  { id, family, network }: MultisigRow,
  { userId: starterId, attemptState }: NewCosigning,
): Promise<string[]> {
  if (attemptState === 'awaiting-signature') return []
  const rows = await sql
    .selectFrom('multisig_owners')
    .innerJoin('wallets', 'wallets.address', 'multisig_owners.address')
    .select('wallets.user_id')
    .distinct()
    .where('multisig_owners.multisig_id', '=', id)
    .where('wallets.family', '=', family)
    .where('wallets.network', '=', family === 'ton' ? network : 'eip155')
    .where('wallets.level', '=', KEY_LEVEL)
    .where('wallets.user_id', '!=', starterId)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/**
 * Finds the member's live cosigning, because of two concurrent starts one is enough. If the multisig's own app gets the
 * request, each attempt needs its own text, so there is none to find.
 */
function findLive(
  { sql, now }: Transaction,
  { userId, multisig, attemptState }: NewCosigning,
): Promise<CosigningRow | undefined> {
  if (attemptState === 'awaiting-signature') return Promise.resolve(undefined)
  return openCosignings(sql, now)
    .selectAll()
    .where('starter_id', '=', userId)
    .where('multisig_id', '=', multisig.id)
    .orderBy('created_at')
    .orderBy('code')
    .limit(1)
    .executeTakeFirst()
}

/** Cancels the attempt that was made for a second cosigning, and returns the live one. */
async function giveBack(
  trx: Transaction,
  live: CosigningRow,
  { attemptId, userId }: NewCosigning,
): Promise<StoredCosigning | undefined> {
  await trx.sql
    .updateTable('attempts')
    .set({ state: 'cancelled' })
    .where('id', '=', attemptId)
    .where('user_id', '=', userId)
    .where('state', '=', 'created')
    .where('cosigning_code', 'is', null)
    .execute()
  return unsealRow(trx, live)
}

async function takeAttempt(
  { sql, cipher, now }: Transaction,
  { opened, multisig, code }: { opened: NewCosigning; multisig: MultisigRow; code: string },
): Promise<boolean> {
  const { attemptId, userId, attemptState: state, expiresAt } = opened
  const taken = await sql
    .updateTable('attempts')
    .set({
      state,
      account_network: multisig.network,
      account_address: multisig.address,
      message:
        opened.method === 'signatures' ? sealMessage(attemptId, opened.message, cipher) : null,
      cosigning_code: code,
      expires_at: expiresAt,
    })
    .where('id', '=', attemptId)
    .where('user_id', '=', userId)
    .where('family', '=', multisig.family)
    .where('state', 'in', statesBefore(state))
    .where('confirms_code', 'is', null)
    .where('cosigning_code', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

function newRow({ cipher, now }: Transaction, opened: NewCosigning, code: string): CosigningRow {
  const { attemptId, multisig, userId, method, expiresAt } = opened
  return {
    code,
    attempt_id: attemptId,
    multisig_id: multisig.id,
    starter_id: userId,
    method,
    message:
      method === 'signatures'
        ? sealText(opened.message, placeOf('cosignings', 'message', code), cipher)
        : null,
    state: 'open',
    problem: null,
    created_at: now,
    expires_at: expiresAt,
    remind_at: firstReminderAt(now),
    free_at: 0,
  }
}

/**
 * Most messages that one member gets within `WITHIN_MS` about cosignings of others. There is a limit because anyone can
 * make anyone an owner.
 */
const MAX_NOTIFICATIONS = 5
const WITHIN_MS = 24 * 60 * 60 * 1_000

const TimesSchema = v.pipe(v.string(), v.parseJson(), v.array(v.number()))

/**
 * Whether the member may get one more message that requests a confirmation; if so, counts it. The count is stored with
 * the member, so deleting a cosigning does not reduce it. The member's lock must be held.
 */
async function countNotification(
  { sql, now }: Pick<Transaction, 'sql' | 'now'>,
  userId: string,
): Promise<boolean> {
  const row = await findRow(sql, 'users', { id: userId })
  if (!row) return false
  const times = row.asked_at === null ? [] : v.parse(TimesSchema, row.asked_at)
  // This also ignores times in the far future, which a fast clock has written.
  const recent = times.filter((at) => Math.abs(now - at) < WITHIN_MS)
  if (recent.length >= MAX_NOTIFICATIONS) return false
  const asked_at = JSON.stringify([...recent, now])
  await sql.updateTable('users').set({ asked_at }).where('id', '=', userId).execute()
  return true
}
