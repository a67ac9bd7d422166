import { answerWith } from '../requests/answers.ts'
import { presentState } from './attempts.ts'
import { appendEvent, appendToldEvent } from '../events/events.ts'
import { announce, questionPlace, questionsAbout } from './questions.ts'
import { randomId } from '../random-id.ts'
import type { EpochMs, LinkOutcome, Store } from '../store.ts'
import {
  getHeld,
  insertWallet,
  provenColumns,
  signaturePlace,
  toStoredWallet,
} from './wallet-rows.ts'
import { walletLock } from './wallet-identity.ts'
import { writeUnit, type SqlContext, type Unit } from '../write-unit.ts'

type Link = Parameters<Store['linkWallet']>[0]
type Refusal = Extract<LinkOutcome, { outcome: 'attempt-settled' | 'attempt-expired' }>

/** What becomes of the attempt, written by the statement that claims its nonce. */
type Claim =
  | { state: 'linked'; walletId: string }
  | { state: 'awaiting-consent'; expiresAt: EpochMs }
  | { state: 'failed'; errorCode: 'wallet-limit' }

/** `requestCode`: the connect request that the attempt is to answer. */
type Claimed = { ok: true; requestCode: string | null } | { ok: false; refusal: Refusal }

export function createLinkWallet(context: SqlContext): Pick<Store, 'linkWallet'> {
  return {
    linkWallet: (link) => writeUnit(context, link.now, (unit) => linkWallet(unit, link)),
  }
}

async function linkWallet(unit: Unit, link: Link): Promise<LinkOutcome> {
  await unit.lock(walletLock(link.proven), `user:${link.userId}`)
  const { holderId, count } = await weigh(unit, link)
  if (holderId === link.userId) return relink(unit, link)
  if (count >= link.walletLimit) return refuseOneTooMany(unit, link)
  if (holderId !== null) return ask(unit, link, holderId)
  return linkFree(unit, link, count === 0)
}

async function weigh({ sql, hot }: Unit, { proven, userId }: Link) {
  const { family, network, address } = proven
  const [row] = await hot.weighLink(sql, { family, network, address, userId })
  return row ?? { holderId: null, count: 0 }
}

async function linkFree(unit: Unit, link: Link, first: boolean): Promise<LinkOutcome> {
  const id = randomId()
  const claimed = await claim(unit, link, { state: 'linked', walletId: id })
  if (!claimed.ok) return claimed.refusal
  const { userId, proven, signature, now } = link
  const wallet = await insertWallet(unit, { id, userId, proven, signature, verifiedAt: now, first })
  await appendToldEvent(unit, { type: 'wallet.linked', userId, wallet })
  if (claimed.requestCode !== null) await answerWith(unit, claimed.requestCode, wallet)
  return { outcome: 'linked', wallet, relinked: false, first }
}

async function relink(unit: Unit, link: Link): Promise<LinkOutcome> {
  const held = await getHeld(unit.sql, link.proven)
  const claimed = await claim(unit, link, { state: 'linked', walletId: held.id })
  if (!claimed.ok) return claimed.refusal
  const proof = {
    ...provenColumns(link.proven),
    verified_at: unit.now,
    signature: unit.cipher.seal(link.signature, signaturePlace(held.id)),
  }
  await unit.sql.updateTable('wallets').set(proof).where('id', '=', held.id).execute()
  const wallet = toStoredWallet({ ...held, ...proof }, unit.cipher)
  await appendEvent(unit, { type: 'wallet.linked', userId: link.userId, wallet })
  if (claimed.requestCode !== null) await answerWith(unit, claimed.requestCode, wallet)
  return { outcome: 'linked', wallet, relinked: true, first: false }
}

/** A proof of possession alone never moves a linked wallet: its holder is asked. */
async function ask(unit: Unit, link: Link, holderId: string): Promise<LinkOutcome> {
  const { attemptId, proven, consentExpiresAt } = link
  const claimed = await claim(unit, link, {
    state: 'awaiting-consent',
    expiresAt: consentExpiresAt,
  })
  if (!claimed.ok) return claimed.refusal
  const waiting = await questionsAbout(unit, proven)
  const question = {
    ...provenColumns(proven),
    attempt_id: attemptId,
    asker_id: link.userId,
    asked_at: unit.now,
    signature: unit.cipher.seal(link.signature, questionPlace(attemptId)),
  }
  await unit.sql.insertInto('consents').values(question).execute()
  // A holder hears of one asker once, however often that one proves the wallet again.
  const isNews = waiting.every(({ asker_id }) => asker_id !== link.userId)
  if (isNews) await announce(unit, question, holderId)
  const { network, address } = proven
  return {
    outcome: 'awaiting-consent',
    consent: { attemptId, network, address, holderId, expiresAt: consentExpiresAt },
  }
}

async function refuseOneTooMany(unit: Unit, link: Link): Promise<LinkOutcome> {
  const claimed = await claim(unit, link, { state: 'failed', errorCode: 'wallet-limit' })
  return claimed.ok ? { outcome: 'wallet-limit' } : claimed.refusal
}

async function claim(
  { sql, hot, now }: Unit,
  { attemptId, userId }: Link,
  change: Claim,
): Promise<Claimed> {
  const [claimed] = await hot.claimAttempt[change.state](sql, {
    walletId: null,
    errorCode: null,
    expiresAt: null,
    ...change,
    attemptId,
    userId,
    now,
  })
  if (claimed) return { ok: true, requestCode: claimed.request_code }
  const [attempt] = await hot.findAttempt(sql, { id: attemptId, userId })
  const isExpired = attempt !== undefined && presentState(attempt, now) === 'expired'
  return { ok: false, refusal: { outcome: isExpired ? 'attempt-expired' : 'attempt-settled' } }
}
