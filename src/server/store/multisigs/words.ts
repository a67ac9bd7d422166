import type { Selectable } from 'kysely'
import { statesBefore } from '#shared/attempt.ts'
import { presentState } from '../linking/attempts.ts'
import { KEY_LEVEL } from '../linking/wallet-identity.ts'
import type { Schema } from '../database/schema.ts'
import type { MultisigStore, StoredCollection, WordResult } from '../multisig-store.ts'
import { randomId } from '../random-id.ts'
import type { Store } from '../store.ts'
import { writeUnit, type SqlContext, type Unit } from '../write-unit.ts'
import { lockMembers } from '../members/lock-members.ts'
import { tellNews } from './collection-party.ts'
import { findRow, isOpen, openRow, signaturePlace, type CollectionRow } from './collection-rows.ts'

type Given = Parameters<MultisigStore['giveWord']>[0]
type Gathered = Parameters<MultisigStore['addGathered']>[1][number]
type Written = Given['word'] & { code: string; userId: string | null }
type Claim = { outcome: 'claimed' } | Extract<WordResult, { outcome: `attempt-${string}` }>

/** States in which an attempt may still give a word. */
const UNSPOKEN = statesBefore('cosigned').filter(
  (state) => state !== 'awaiting-consent' && state !== 'awaiting-cosigners',
)

export function createWords(
  context: SqlContext,
): Pick<Store, 'giveWord' | 'addGathered' | 'withdrawWord'> {
  return {
    giveWord: (given, now) => writeUnit(context, now, (unit) => giveWord(unit, given)),

    addGathered: (code, words, now) =>
      writeUnit(context, now, async (unit) => {
        const row = await holdOpen(unit, code, [])
        if (!row) return
        for (const word of words) await keepGathered(unit, code, word)
      }),

    withdrawWord: (code, userId, now) =>
      writeUnit(context, now, (unit) => withdrawWord(unit, code, userId)),
  }
}

async function giveWord(unit: Unit, given: Given): Promise<WordResult> {
  const { code, userId, word } = given
  const row = await holdOpen(unit, code, [userId])
  if (!row) return { outcome: 'closed' }
  const former = await findWord(unit, code, word.owner)
  const holderId = await findKeyHolder(unit, row, word.owner)
  const place = placeOf({ user_id: userId, binding: word.binding }, { former, holderId })
  if (place === 'taken') return { outcome: 'owner-taken' }
  const claim = await claimAttempt(unit, given)
  if (claim.outcome !== 'claimed') return claim
  if (place !== 'none') await writeWord(unit, toWritten(given, place))
  if (!former && userId !== row.starter_id) {
    // Nobody learns who brought a confirmation that nobody's name stands for.
    const from = place === 'own' ? userId : row.starter_id
    await tellNews(unit, [row.starter_id], { code, news: 'signed', from })
  }
  return { outcome: 'given', collection: await reopen(unit, code) }
}

/**
 * Where a confirmation goes. `own`: it is the member's, with all that owners may do · `anonymous`: it counts, and is nobody's
 * · `none`: the one that is there counts just the same, and stays whose it is · `taken`: it would need a text.
 */
type Place = 'own' | 'anonymous' | 'none' | 'taken'

/** A confirmation, as far as it says whose it is. */
type Giver = Pick<Selectable<Schema['words']>, 'user_id' | 'binding'>

function placeOf(
  giver: Giver,
  { former, holderId }: { former: Giver | undefined; holderId: string | null },
): Place {
  const isHash = giver.binding === 'hash'
  const isFree = !former || former.user_id === null
  if (!isFree && former.user_id === giver.user_id) return 'own'
  if (isPersons(giver, holderId)) {
    return isFree || !isPersons(former, holderId) ? 'own' : 'taken'
  }
  // Anyone who has seen the signature can submit it: it proves the will of the owner, and not who submits it.
  if (isHash) return isFree ? 'anonymous' : 'none'
  // Its holder may have been led to prove it for somebody else, as where a wallet is linked (`questions.ts`).
  return isFree && holderId === null ? 'own' : 'taken'
}

/** Whether it is known to be this person's: the text names them, or the owner's wallet is linked to them. */
function isPersons({ user_id, binding }: Giver, holderId: string | null): boolean {
  return user_id !== null && (binding === 'text' || user_id === holderId)
}

function toWritten({ code, userId, word }: Given, place: 'own' | 'anonymous'): Written {
  return place === 'own'
    ? { ...word, code, userId }
    : { ...word, code, userId: null, showsName: false }
}

/** The collection, if it takes words; nobody changes it, and neither its starter nor these go, to the end of the unit. */
async function holdOpen(
  unit: Unit,
  code: string,
  members: readonly string[],
): Promise<CollectionRow | undefined> {
  const seen = await findRow(unit.sql, code)
  if (!seen) return undefined
  await lockMembers(unit, [...members, seen.starter_id])
  const row = await findRow(unit.sql, code)
  return row && isOpen(row, unit.now) ? row : undefined
}

/** A proof spends the attempt's nonce, once. */
async function claimAttempt(
  { sql, hot, now }: Unit,
  { code, attemptId: id, userId }: Given,
): Promise<Claim> {
  const claimed = await sql
    .updateTable('attempts')
    .set({ state: 'cosigned' })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('cosign_code', '=', code)
    .where('state', 'in', UNSPOKEN)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()
  if (claimed) return { outcome: 'claimed' }
  const [attempt] = await hot.findAttempt(sql, { id, userId })
  const isExpired = attempt !== undefined && presentState(attempt, now) === 'expired'
  return { outcome: isExpired ? 'attempt-expired' : 'attempt-settled' }
}

function findWord({ sql }: Unit, code: string, owner: string) {
  return sql
    .selectFrom('words')
    .select(['user_id', 'binding'])
    .where('collection_code', '=', code)
    .where('owner', '=', owner)
    .executeTakeFirst()
}

/** The member to whom the wallet of the owner's key is linked. */
async function findKeyHolder(
  { sql }: Unit,
  { multisig_id }: CollectionRow,
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

/** Of each owner there is one, the youngest. */
async function writeWord({ sql, cipher, now }: Unit, word: Written): Promise<void> {
  const id = randomId()
  const columns = {
    id,
    user_id: word.userId,
    binding: word.binding,
    signature: cipher.seal(word.signature, signaturePlace(id)),
    shows_name: word.showsName ? 1 : 0,
  } satisfies Partial<Schema['words']>
  await sql
    .insertInto('words')
    .values({ ...columns, collection_code: word.code, owner: word.owner, given_at: now })
    .onConflict((conflict) => conflict.columns(['collection_code', 'owner']).doUpdateSet(columns))
    .execute()
}

/** Others sign the message's hash; who they are is not known. */
async function keepGathered(
  unit: Unit,
  code: string,
  { owner, signature }: Gathered,
): Promise<void> {
  const former = await findWord(unit, code, owner)
  if (former && former.user_id !== null) return
  const word = { owner, signature, binding: 'hash', showsName: false } as const
  await writeWord(unit, { ...word, code, userId: null })
}

async function withdrawWord(unit: Unit, code: string, userId: string): Promise<boolean> {
  const row = await holdOpen(unit, code, [userId])
  if (!row) return false
  const withdrawn = await unit.sql
    .deleteFrom('words')
    .where('collection_code', '=', code)
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  return withdrawn.length > 0
}

async function reopen(unit: Unit, code: string): Promise<StoredCollection> {
  const row = await findRow(unit.sql, code)
  const collection = row && (await openRow(unit, row))
  if (!collection) throw new TypeError('a collection that is held stays')
  return collection
}
