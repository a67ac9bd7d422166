import { findRow } from '../database/find-row.ts'
import { KEY_LEVEL, type Schema } from '../database/schema.ts'
import type { Selectable } from 'kysely'
import { UNPROVEN } from '#shared/attempt.ts'
import { presentState } from '../rows/attempt-rows.ts'
import {
  randomId,
  inTransaction,
  type SqlContext,
  type Transaction,
  lockMembers,
  transactional,
} from '../rows/transaction.ts'
import { sealJson } from '../database/field-cipher.ts'
import { placeOf } from '../database/sealed-tables.ts'
import { notifyMembers } from '../rows/cosigning-participants.ts'
import {
  isOpen,
  unsealRow,
  type CosigningRow,
  type StoredCosigning,
  type StoredConfirmation,
} from '../rows/cosigning-rows.ts'
import type { EpochMs } from '../database/stored.ts'
import { addViewer } from './viewers.ts'

/** The result of an owner's confirmation. */
export type ConfirmationResult =
  | { outcome: 'given'; cosigning: StoredCosigning }
  /** Another Telegram account has given this agreement or has the owner's wallet, and no text names this account. */
  | { outcome: 'owner-taken' }
  | { outcome: 'closed' }
  | { outcome: 'attempt-settled' }
  | { outcome: 'attempt-expired' }

type AddedConfirmation = {
  code: string
  attemptId: string
  userId: string
  confirmation: Pick<StoredConfirmation, 'owner' | 'binding' | 'signature' | 'proof' | 'showsName'>
}
type Gathered = { owner: string; signature: Uint8Array }
type WrittenConfirmation = AddedConfirmation['confirmation'] & {
  code: string
  userId: string | null
}
type SpendOutcome =
  | { outcome: 'spent' }
  | Extract<ConfirmationResult, { outcome: `attempt-${string}` }>

export function createConfirmations(context: SqlContext) {
  return {
    /**
     * Writes one owner's confirmation, ends the attempt that gave it, and writes an update for the starter, in one
     * transaction. A signature of the Safe's text does not show who gave it, so it counts anonymously unless its key is
     * linked to this member. The member is notified of the end in either case.
     */
    addConfirmation: transactional(context, addConfirmation),

    /** Stores confirmations that were gathered elsewhere. Confirmations that owners gave here stay. */
    addGathered: (code: string, confirmations: readonly Gathered[], now: EpochMs): Promise<void> =>
      inTransaction(context, now, async (trx) => {
        const row = await holdOpen(trx, code, [])
        if (!row) return
        for (const confirmation of confirmations) await saveGathered(trx, code, confirmation)
      }),

    /** Withdraws the member's confirmation while the cosigning is open; false if there is none. */
    withdrawConfirmation: (code: string, userId: string, now: EpochMs) =>
      inTransaction(context, now, (trx) => withdrawConfirmation(trx, code, userId)),
  }
}

async function addConfirmation(
  trx: Transaction,
  given: AddedConfirmation,
): Promise<ConfirmationResult> {
  const { code, userId, confirmation } = given
  const row = await holdOpen(trx, code, [userId])
  if (!row) return { outcome: 'closed' }
  const former = await findConfirmationRow(trx, code, confirmation.owner)
  const holderId = await findKeyHolder(trx, row, confirmation.owner)
  const place = getAttribution(
    { user_id: userId, binding: confirmation.binding },
    { former, holderId },
  )
  if (place === 'taken') return { outcome: 'owner-taken' }
  const spent = await spendForConfirmation(trx, given)
  if (spent.outcome !== 'spent') return spent
  if (place !== 'none') await writeConfirmation(trx, toWritten(given, place))
  if (place !== 'own' && userId !== row.starter_id)
    await addViewer(trx.sql, { code, userId, part: 'signed' })
  if (!former && userId !== row.starter_id) {
    // The update must not reveal who submitted an anonymous confirmation.
    const from = place === 'own' ? userId : row.starter_id
    await notifyMembers(trx, [row.starter_id], { code, update: 'signed', from })
  }
  return { outcome: 'given', cosigning: await reopen(trx, code) }
}

/**
 * To whom a confirmation belongs. `own`: to the member, with all rights of an owner · `anonymous`: it counts, but
 * belongs to no member · `none`: the existing confirmation counts the same and keeps its member · `taken`: it needs a
 * text.
 */
type Attribution = 'own' | 'anonymous' | 'none' | 'taken'

/** The fields of a confirmation that show to whom it belongs. */
type Giver = Pick<Selectable<Schema['confirmations']>, 'user_id' | 'binding'>

function getAttribution(
  giver: Giver,
  { former, holderId }: { former: Giver | undefined; holderId: string | null },
): Attribution {
  const isHash = giver.binding === 'hash'
  const isFree = !former || former.user_id === null
  if (!isFree && former.user_id === giver.user_id) return 'own'
  if (isPersons(giver, holderId)) {
    return isFree || !isPersons(former, holderId) ? 'own' : 'taken'
  }
  // Anyone who has seen the signature can submit it. It proves the owner's intent, but not who submits it.
  if (isHash) return isFree ? 'anonymous' : 'none'
  // The holder may have been tricked into a proof for somebody else, as when a wallet is linked (`consent-rows.ts`).
  return isFree && holderId === null ? 'own' : 'taken'
}

/** Whether it is known to be this person's, because the text names them or the owner's wallet is linked to them. */
function isPersons({ user_id, binding }: Giver, holderId: string | null): boolean {
  return user_id !== null && (binding === 'text' || user_id === holderId)
}

function toWritten(
  { code, userId, confirmation }: AddedConfirmation,
  place: 'own' | 'anonymous',
): WrittenConfirmation {
  return place === 'own'
    ? { ...confirmation, code, userId }
    : { ...confirmation, code, userId: null, showsName: false }
}

/**
 * Returns the cosigning if it takes confirmations. Until the end of the transaction, no other transaction changes it,
 * or deletes its starter or these members.
 */
async function holdOpen(
  trx: Transaction,
  code: string,
  members: readonly string[],
): Promise<CosigningRow | undefined> {
  const seen = await findRow(trx.sql, 'cosignings', { code })
  if (!seen) return undefined
  await lockMembers(trx, [...members, seen.starter_id])
  const row = await findRow(trx.sql, 'cosignings', { code })
  return row && isOpen(row, trx.now) ? row : undefined
}

/** A proof spends the attempt's nonce, once. */
async function spendForConfirmation(
  { sql, prepared, now }: Transaction,
  { code, attemptId: id, userId }: AddedConfirmation,
): Promise<SpendOutcome> {
  const spent = await sql
    .updateTable('attempts')
    .set({ state: 'cosigned' })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('confirms_code', '=', code)
    .where('state', 'in', UNPROVEN)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  if (spent) return { outcome: 'spent' }
  const [attempt] = await prepared.findAttempt(sql, { id, userId })
  const isExpired = attempt !== undefined && presentState(attempt, now) === 'expired'
  return { outcome: isExpired ? 'attempt-expired' : 'attempt-settled' }
}

function findConfirmationRow({ sql }: Transaction, code: string, owner: string) {
  return findRow(sql, 'confirmations', { cosigning_code: code, owner })
}

/** Finds the member to whom the wallet of the owner's key is linked. */
async function findKeyHolder(
  { sql }: Transaction,
  { multisig_id }: CosigningRow,
  owner: string,
): Promise<string | null> {
  const held = await sql
    .selectFrom('wallets')
    .innerJoin('multisigs', 'multisigs.family', 'wallets.family')
    .select('wallets.user_id')
    .where('multisigs.id', '=', multisig_id)
    .where('wallets.address', '=', owner)
    .where((query) =>
      query.or([
        query('wallets.network', '=', query.ref('multisigs.network')),
        // A key is the same on every chain.
        query('wallets.network', '=', 'eip155'),
      ]),
    )
    .where('wallets.level', '=', KEY_LEVEL)
    .executeTakeFirst()
  return held?.user_id ?? null
}

/** Each owner has one confirmation, the newest. */
async function writeConfirmation(
  { sql, cipher, now }: Transaction,
  confirmation: WrittenConfirmation,
): Promise<void> {
  const id = randomId()
  const columns = {
    id,
    user_id: confirmation.userId,
    binding: confirmation.binding,
    signature: cipher.seal(confirmation.signature, placeOf('confirmations', 'signature', id)),
    proof:
      confirmation.proof &&
      sealJson(confirmation.proof, placeOf('confirmations', 'proof', id), cipher),
    shows_name: confirmation.showsName ? 1 : 0,
  } satisfies Partial<Schema['confirmations']>
  await sql
    .insertInto('confirmations')
    .values({
      ...columns,
      cosigning_code: confirmation.code,
      owner: confirmation.owner,
      given_at: now,
    })
    .onConflict((conflict) => conflict.columns(['cosigning_code', 'owner']).doUpdateSet(columns))
    .execute()
}

/** Confirmations from elsewhere sign the message's hash, and their members are not known. */
async function saveGathered(
  trx: Transaction,
  code: string,
  { owner, signature }: Gathered,
): Promise<void> {
  const former = await findConfirmationRow(trx, code, owner)
  if (former && former.user_id !== null) return
  const confirmation = { owner, signature, binding: 'hash', proof: null, showsName: false } as const
  await writeConfirmation(trx, { ...confirmation, code, userId: null })
}

async function withdrawConfirmation(
  trx: Transaction,
  code: string,
  userId: string,
): Promise<boolean> {
  const row = await holdOpen(trx, code, [userId])
  if (!row) return false
  const withdrawn = await trx.sql
    .deleteFrom('confirmations')
    .where('cosigning_code', '=', code)
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  return withdrawn.length > 0
}

async function reopen(trx: Transaction, code: string): Promise<StoredCosigning> {
  const row = await findRow(trx.sql, 'cosignings', { code })
  const cosigning = row && (await unsealRow(trx, row))
  if (!cosigning) throw new TypeError('a cosigning that is held stays')
  return cosigning
}
