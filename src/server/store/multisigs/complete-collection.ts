import type { ProvenWallet } from '#shared/wallet.ts'
import { appendEvent, appendToldEvent } from '../events/events.ts'
import { walletIdentity, walletLock } from '../linking/wallet-identity.ts'
import { getHeld, insertWallet, openWallet, writeProof } from '../linking/wallet-rows.ts'
import type {
  CompletionResult,
  LinkEvidence,
  MultisigStore,
  StoredMultisig,
} from '../multisig-store.ts'
import { randomId } from '../random-id.ts'
import { answerByLink } from '../requests/answers.ts'
import type { Store, StoredWallet } from '../store.ts'
import { writeUnit, type SqlContext, type Unit } from '../write-unit.ts'
import { close } from './close-collection.ts'
import { holdParty, tellNews, type Party } from './collection-party.ts'
import { findRow, isOpen, type CollectionRow } from './collection-rows.ts'
import { findMultisigs, multisigNetwork } from './multisig-rows.ts'

type Completed = Parameters<MultisigStore['completeCollection']>[0]
type Link = Completed['links'][number]
type Word = { owner: string; user_id: string | null }

/** One member's link, and what has to be known to write it. */
type Weighed = Link & { isHeld: boolean; count: number }

export function createCompleteCollection(context: SqlContext): Pick<Store, 'completeCollection'> {
  return {
    completeCollection: (completed, now) =>
      writeUnit(context, now, (unit) => completeCollection(unit, completed)),
  }
}

async function completeCollection(unit: Unit, completed: Completed): Promise<CompletionResult> {
  const { code, proven, walletLimit } = completed
  await unit.lock(walletLock(walletIdentity(proven)))
  const party = await holdParty(unit, code)
  const row = await findRow(unit.sql, code)
  if (!party || !row || !isOpen(row, unit.now)) return { outcome: 'closed' }
  const multisig = await findProven(unit, row, proven)
  const words = await findWords(unit, row)
  if (!multisig || !areBacked(completed, words, multisig)) return { outcome: 'closed' }
  const links = await weighLinks(unit, completed, party)
  const own = links.find(({ userId }) => userId === party.starterId)
  if (own && !hasRoom(own, walletLimit)) return { outcome: 'wallet-limit' }
  const attempt = await settleAttempt(unit, row, own ? 'linked' : 'cancelled')
  if (!attempt) return { outcome: 'closed' }
  await close(unit, code, 'complete')
  const wallets = await writeLinks(unit, completed, links)
  await tellLinked(unit, wallets)
  await settleOwn(unit, { attempt, party, wallets, words })
  await tellOthers(unit, { code, party, wallets })
  return { outcome: 'linked', wallets }
}

/** The multisig that the owners spoke for, if it is the one that is to be linked. */
async function findProven(
  { sql }: Unit,
  { multisig_id }: CollectionRow,
  proven: ProvenWallet,
): Promise<StoredMultisig | undefined> {
  const multisig = (await findMultisigs(sql, [multisig_id])).get(multisig_id)
  if (multisig?.family !== proven.family || multisig.address !== proven.address) return undefined
  return multisigNetwork(multisig) === walletIdentity(proven).network ? multisig : undefined
}

/** Words count as long as none was taken back; agreements, if they are enough, and each member's own is among them. */
function areBacked(
  { owners = [], links }: Pick<Completed, 'owners' | 'links'>,
  words: readonly Word[],
  { threshold }: StoredMultisig,
): boolean {
  const speakers = new Map(words.map(({ owner, user_id }) => [owner, user_id]))
  const areThere = (these: readonly string[]) => these.every((owner) => speakers.has(owner))
  if (!areThere(owners)) return false
  return links.every(
    ({ userId, evidence }) =>
      evidence.kind === 'signature' ||
      (speakers.get(evidence.own) === userId &&
        new Set(evidence.owners).size >= threshold &&
        areThere(evidence.owners)),
  )
}

/** Of those who are owners by the last reading, which was made right before. */
function findWords({ sql }: Unit, { code, multisig_id }: CollectionRow): Promise<Word[]> {
  return sql
    .selectFrom('words')
    .innerJoin('multisig_owners', 'multisig_owners.address', 'words.owner')
    .select(['words.owner', 'words.user_id'])
    .where('words.collection_code', '=', code)
    .where('multisig_owners.multisig_id', '=', multisig_id)
    .orderBy('words.given_at')
    .orderBy('words.id')
    .execute()
}

/** The links of those who have a part in it: nobody else is held by their locks. */
async function weighLinks(
  { sql, hot }: Unit,
  { links, proven }: Completed,
  { starterId, speakers }: Party,
): Promise<Weighed[]> {
  const weighed: Weighed[] = []
  for (const link of links) {
    const { userId } = link
    if (userId !== starterId && !speakers.includes(userId)) continue
    const [weight] = await hot.weighLink.shared(sql, { ...walletIdentity(proven), userId })
    const { holderId = null, count = 0 } = weight ?? {}
    weighed.push({ ...link, isHeld: holderId !== null, count })
  }
  return weighed
}

function hasRoom({ isHeld, count }: Weighed, walletLimit: number): boolean {
  return isHeld || count < walletLimit
}

type SettledAttempt = { id: string; requestCode: string | null }

/** A starter who is linked to nothing has an attempt that led to nothing. */
async function settleAttempt(
  { sql, now }: Unit,
  { code, attempt_id }: CollectionRow,
  state: 'linked' | 'cancelled',
): Promise<SettledAttempt | undefined> {
  const settled = await sql
    .updateTable('attempts')
    .set({ state })
    .where('id', '=', attempt_id)
    .where('collection_code', '=', code)
    .where('state', 'in', ['awaiting-signature', 'awaiting-cosigners'])
    .where('expires_at', '>', now)
    .returning(['id', 'request_code'])
    .executeTakeFirst()
  return settled && { id: settled.id, requestCode: settled.request_code }
}

async function writeLinks(
  unit: Unit,
  completed: Completed,
  links: readonly Weighed[],
): Promise<StoredWallet[]> {
  const wallets: StoredWallet[] = []
  for (const link of links) {
    if (hasRoom(link, completed.walletLimit)) wallets.push(await writeLink(unit, completed, link))
  }
  return wallets
}

async function writeLink(
  unit: Unit,
  { code, proven, signature }: Completed,
  { userId, evidence, isHeld, count }: Weighed,
): Promise<StoredWallet> {
  const proof = { proven, signature, evidence, collectionCode: code }
  if (isHeld) return relink(unit, userId, proof)
  const id = randomId()
  const first = count === 0
  return insertWallet(unit, { ...proof, id, userId, first, verifiedAt: unit.now })
}

/** That a Safe accepted what its owners signed says more than that they agreed. */
async function relink(
  unit: Unit,
  userId: string,
  proof: {
    proven: ProvenWallet
    signature: Uint8Array
    evidence: LinkEvidence
    collectionCode: string
  },
): Promise<StoredWallet> {
  const held = await getHeld(unit.sql, walletIdentity(proof.proven), userId)
  const isBetter = held.kind === 'safe' && held.level === 'account' && held.stale_at === null
  if (isBetter && proof.proven.level === 'quorum') return openWallet(unit, held)
  return openWallet(unit, await writeProof(unit, held, proof))
}

type Outcome = {
  attempt: SettledAttempt
  party: Party
  wallets: readonly StoredWallet[]
  words: readonly Word[]
}

/** The word to each who has the multisig now. */
async function tellLinked(unit: Unit, wallets: readonly StoredWallet[]): Promise<void> {
  for (const wallet of wallets) {
    await appendToldEvent(unit, { type: 'wallet.linked', userId: wallet.userId, wallet })
  }
}

/** What comes of it for the starter. */
async function settleOwn(unit: Unit, { attempt, party, wallets, words }: Outcome): Promise<void> {
  const own = wallets.find(({ userId }) => userId === party.starterId)
  if (!own) return
  await unit.sql
    .updateTable('attempts')
    .set({ wallet_id: own.id })
    .where('id', '=', attempt.id)
    .execute()
  if (own.kind !== 'contract') {
    const owners = words.map(({ owner }) => owner)
    await appendEvent(unit, { type: 'multisig.completed', userId: own.userId, wallet: own, owners })
  }
  await answerByLink(unit, attempt.requestCode, own)
}

async function tellOthers(
  unit: Unit,
  { code, party, wallets }: Pick<Outcome, 'party' | 'wallets'> & { code: string },
): Promise<void> {
  const told = new Set(wallets.map(({ userId }) => userId))
  const others = [party.starterId, ...party.speakers].filter((userId) => !told.has(userId))
  await tellNews(unit, others, { code, news: 'completed', from: party.starterId })
}
