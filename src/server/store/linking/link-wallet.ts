import { isReportedKey } from '#shared/wallet.ts'
import { answerByLink } from '../requests/answers.ts'
import { appendEvent, appendToldEvent } from '../events/events.ts'
import { announce, questionPlace, questionsAbout, rejectQuestions, settle } from './questions.ts'
import { randomId } from '../random-id.ts'
import type { LockName } from '../database/sql-database.ts'
import type { LinkOutcome, Store } from '../store.ts'
import {
  claimAttempt,
  claimToAsk,
  isDomainLink,
  type DomainLink,
  type Link,
} from './claim-attempt.ts'
import {
  getHeld,
  insertWallet,
  NO_GROUNDS,
  openWallet,
  provenTonColumns,
  removeWallet,
  writeProof,
  type Grounds,
} from './wallet-rows.ts'
import { closeOfAttempt } from '../multisigs/close-collection.ts'
import { multisigFinder } from '../multisigs/multisig-rows.ts'
import { acceptedEvidence } from '../../accepted-evidence.ts'
import type { StoredMultisig } from '../multisig-store.ts'
import { walletIdentity, walletLock } from './wallet-identity.ts'
import { writeUnit, type SqlContext, type Unit } from '../write-unit.ts'

export function createLinkWallet(context: SqlContext): Pick<Store, 'linkWallet'> {
  return {
    linkWallet: (link) => writeUnit(context, link.now, (unit) => linkWallet(unit, link)),
  }
}

async function linkWallet(unit: Unit, link: Link): Promise<LinkOutcome> {
  await lockForLink(unit, link)
  const { holderId, count } = await weigh(unit, link)
  if (holderId === link.userId) return relink(unit, link)
  if (count >= link.walletLimit) return refuseOneTooMany(unit, link)
  if (holderId === null) return linkFree(unit, link, count === 0)
  if (isDomainLink(link)) return ask(unit, link, holderId)
  // A text names who asks, but one API alone says whose key signed it.
  if (isReportedKey(link.proven)) return { outcome: 'key-unconfirmed' }
  return take(unit, link, { formerUserId: holderId, first: count === 0 })
}

/**
 * A text takes the wallet from its holder, who is looked for before the locks: two members who take
 * from each other at once then lock each other in one order.
 */
async function lockForLink(unit: Unit, link: Link): Promise<void> {
  const holderId = isDomainLink(link) ? null : (await weigh(unit, link)).holderId
  const members = new Set([link.userId, holderId ?? link.userId])
  const locks = [...members].sort().map((id): LockName => `user:${id}`)
  await unit.lock(walletLock(walletIdentity(link.proven)), ...locks)
}

/** Of a wallet that several may have, only this member counts as its holder. */
async function weigh({ sql, hot }: Unit, { proven, userId }: Link) {
  const weighLink = hot.weighLink[proven.level === 'key' ? 'exclusive' : 'shared']
  const [row] = await weighLink(sql, { ...walletIdentity(proven), userId })
  return row ?? { holderId: null, count: 0 }
}

async function linkFree(unit: Unit, link: Link, first: boolean): Promise<LinkOutcome> {
  const id = randomId()
  const claimed = await claimAttempt(unit, link, { state: 'linked', walletId: id })
  if (!claimed.ok) return claimed.refusal
  const { userId, proven, signature, now } = link
  const proof = { proven, signature, verifiedAt: now, ...(await groundsOf(unit, link)) }
  const wallet = await insertWallet(unit, { id, userId, first, ...proof })
  await closeOfAttempt(unit, claimed.collectionCode, 'complete')
  await appendToldEvent(unit, { type: 'wallet.linked', userId, wallet })
  await answerByLink(unit, claimed.requestCode, wallet)
  return { outcome: 'linked', wallet, relinked: false, first, formerUserId: null }
}

async function relink(unit: Unit, link: Link): Promise<LinkOutcome> {
  const held = await getHeld(unit.sql, walletIdentity(link.proven), link.userId)
  const claimed = await claimAttempt(unit, link, { state: 'linked', walletId: held.id })
  if (!claimed.ok) return claimed.refusal
  const proof = { ...link, ...(await groundsOf(unit, link)) }
  const wallet = await openWallet(unit, await writeProof(unit, held, proof))
  await closeOfAttempt(unit, claimed.collectionCode, 'complete')
  if (!isDomainLink(link)) await rejectQuestions(unit, walletIdentity(link.proven), 'proven')
  await appendEvent(unit, { type: 'wallet.linked', userId: link.userId, wallet })
  await answerByLink(unit, claimed.requestCode, wallet)
  return { outcome: 'linked', wallet, relinked: true, first: false, formerUserId: null }
}

/** What a contract account has accepted can be put to it again. */
async function groundsOf({ sql }: Unit, link: Link): Promise<Grounds> {
  const { acceptedHash: hash, signature, proven } = link
  if (hash === null) return NO_GROUNDS
  const place = walletIdentity(proven)
  const findMultisig = await multisigFinder(sql, [place])
  const owners = speakersOf(findMultisig(place))
  return { evidence: acceptedEvidence({ hash, signature, owners }), collectionCode: null }
}

/** Owners without whom the account says nothing; none where that is not known. */
function speakersOf(multisig: StoredMultisig | null): readonly string[] {
  return multisig?.family === 'evm' && multisig.canSign ? multisig.owners : []
}

/** Whoever signed a text that names this member wants the wallet to be theirs. */
async function take(
  unit: Unit,
  link: Link,
  { formerUserId, first }: { formerUserId: string; first: boolean },
): Promise<LinkOutcome> {
  const id = randomId()
  const claimed = await claimAttempt(unit, link, { state: 'linked', walletId: id })
  if (!claimed.ok) return claimed.refusal
  const { userId, proven, signature, now } = link
  const identity = walletIdentity(proven)
  // Held already, unless the wallet went from one to the other between the first look and the lock.
  await unit.lock(`user:${formerUserId}`)
  const held = await getHeld(unit.sql, identity, formerUserId)
  await removeWallet(unit.sql, { id: held.id, userId: formerUserId })
  const proof = { proven, signature, verifiedAt: now, ...NO_GROUNDS }
  const wallet = await insertWallet(unit, { id, userId, first, ...proof })
  if (identity.family === 'ton') {
    await settle(unit, { ...identity, asker_id: userId }, { state: 'linked', wallet_id: id })
  }
  await appendToldEvent(
    unit,
    { type: 'wallet.moved', userId, formerUserId, wallet },
    { otherUserId: formerUserId },
  )
  await answerByLink(unit, claimed.requestCode, wallet)
  await rejectQuestions(unit, identity, 'proven')
  return { outcome: 'linked', wallet, relinked: false, first, formerUserId }
}

/** A proof of possession alone never moves a linked wallet: its holder is asked. */
async function ask(unit: Unit, link: DomainLink, holderId: string): Promise<LinkOutcome> {
  const { attemptId, proven, consentExpiresAt } = link
  const claimed = await claimToAsk(unit, link, consentExpiresAt)
  if (!claimed.ok) return claimed.refusal
  const waiting = await questionsAbout(unit, proven)
  const question = {
    ...provenTonColumns(proven),
    attempt_id: attemptId,
    asker_id: link.userId,
    asked_at: unit.now,
    signature: unit.cipher.seal(link.signature, questionPlace(attemptId)),
  }
  await unit.sql.insertInto('consents').values(question).execute()
  if (isReportedKey(proven)) await dropText(unit, attemptId)
  // A holder hears of one asker once, however often that one proves the wallet again.
  const isNews = waiting.every(({ asker_id }) => asker_id !== link.userId)
  if (isNews) await announce(unit, question, holderId)
  const { network, address } = proven
  return {
    outcome: 'awaiting-consent',
    consent: { attemptId, network, address, holderId, expiresAt: consentExpiresAt },
  }
}

/** Signed with this key, the text would move nothing: it is not asked for. */
async function dropText({ sql }: Unit, attemptId: string): Promise<void> {
  await sql.updateTable('attempts').set({ message: null }).where('id', '=', attemptId).execute()
}

async function refuseOneTooMany(unit: Unit, link: Link): Promise<LinkOutcome> {
  const claimed = await claimAttempt(unit, link, { state: 'failed', errorCode: 'wallet-limit' })
  if (!claimed.ok) return claimed.refusal
  await closeOfAttempt(unit, claimed.collectionCode, 'cancelled')
  return { outcome: 'wallet-limit' }
}
