import type { ProvenTonWallet, ProvenWallet } from '#shared/proven-wallet.ts'
import { isReportedKey } from '#shared/wallet.ts'
import { appendEvent, appendNotifiedEvent } from '../rows/events.ts'
import { notifyHolder, consentsAbout, rejectConsents, closeConsents } from '../rows/consent-rows.ts'
import { randomId, inTransaction, type SqlContext, type Transaction } from '../rows/transaction.ts'
import type { LockName } from '../database/sql-database.ts'
import {
  getHeld,
  insertWallet,
  NO_EVIDENCE,
  unsealWallet,
  removeWallet,
  writeProof,
  type StoredEvidence,
  provenTonColumns,
  walletIdentity,
  walletLock,
  acceptedEvidence,
  type WalletRow,
} from '../rows/wallet-rows.ts'
import { closeByAttempt } from '../rows/close-cosigning.ts'
import { multisigFinder } from '../rows/multisig-rows.ts'
import type { StoredMultisig, StoredWallet, EpochMs } from '../database/stored.ts'
import { sealJson } from '../database/field-cipher.ts'
import { placeOf } from '../database/sealed-tables.ts'
import type { StoredConsent } from './consents.ts'
import type { Evidence } from '#proof/document.ts'
import type { SafeSignature } from '../../proofs/safe-signers.ts'
import { presentState } from '../rows/attempt-rows.ts'
import type { SpentCodes } from '../rows/prepared-queries.ts'
import { answerByLink } from '../rows/answer-rows.ts'

/**
 * The result of a valid proof. `linked`: the wallet is the member's; `relinked` shows that it
 * already was (a re-verification). `awaiting-consent`: another account holds the wallet and must answer. A proof that
 * showed a text names the requester's account, so it moves such a wallet immediately: `linked`, with `formerUserId`.
 * The other outcomes refuse and change nothing.
 */
export type LinkOutcome =
  | {
      outcome: 'linked'
      wallet: StoredWallet
      relinked: boolean
      first: boolean
      formerUserId: string | null
    }
  | { outcome: 'awaiting-consent'; consent: StoredConsent }
  | SpendRefusal
  | { outcome: 'wallet-limit' }
  /**
   * Another member holds the wallet, and only one TON API reported the key that signed the text. Nothing is spent.
   */
  | { outcome: 'key-unconfirmed' }

type Raise = {
  attemptId: string
  userId: string
  proven: ProvenTonWallet
  proof: Evidence
  now: EpochMs
}

export function createLinkWallet(context: SqlContext) {
  return {
    /**
     * Spends the attempt's nonce and links the proven wallet, with event and state, in one transaction. Among any
     * number of concurrent proofs of one attempt exactly one is not `attempt-settled`. A proof that showed a `text`, or
     * its `hash`, spends only an attempt that is `awaiting-signature` for this same account, or `awaiting-consent` for
     * this same wallet. Any other proof spends only an attempt without an account. This also answers the request that
     * the attempt is for, unless only members of a chat may answer it. Then the caller checks the membership and calls
     * `answerRequest` next.
     */
    linkWallet: (link: LinkInput) =>
      inTransaction(context, link.now, (trx) => linkWallet(trx, link)),

    /**
     * Raises the binding of the wallet that this attempt linked to `text`, with an event
     * `wallet.linked`. Undefined if that wallet is no longer the member's. Repeating the call is harmless.
     */
    raiseBinding: (raise: Raise): Promise<StoredWallet | undefined> =>
      inTransaction(context, raise.now, async (trx) => {
        const { userId, proven } = raise
        const identity = walletIdentity(proven)
        await trx.lock(walletLock(identity), `user:${userId}`)
        const linked = await findLinked(trx, raise)
        if (!linked) return undefined
        await rejectConsents(trx, identity, 'proven')
        if (linked.binding === 'text') return unsealWallet(trx, linked)
        const raised = await writeProof(trx, linked, { ...raise, ...NO_EVIDENCE })
        const wallet = await unsealWallet(trx, raised)
        await appendEvent(trx, { type: 'wallet.linked', userId, wallet })
        return wallet
      }),
  }
}

async function linkWallet(trx: Transaction, link: LinkInput): Promise<LinkOutcome> {
  await lockForLink(trx, link)
  const { holderId, count } = await findHolder(trx, link)
  if (holderId === link.userId) return relink(trx, link)
  if (count >= link.walletLimit) return refuseOneTooMany(trx, link)
  if (holderId === null) return linkFree(trx, link, count === 0)
  if (isDomainLink(link)) return ask(trx, link, holderId)
  // The text names the requester, but only one API reported the key that signed it.
  if (isReportedKey(link.proven)) return { outcome: 'key-unconfirmed' }
  return take(trx, link, { formerUserId: holderId, first: count === 0 })
}

/**
 * A text takes the wallet from its holder. The holder is looked up before the locks, so that two members who take
 * wallets from each other at the same time lock each other in the same order.
 */
async function lockForLink(trx: Transaction, link: LinkInput): Promise<void> {
  const holderId = isDomainLink(link) ? null : (await findHolder(trx, link)).holderId
  const members = new Set([link.userId, holderId ?? link.userId])
  const locks = [...members].sort().map((id): LockName => `user:${id}`)
  await trx.lock(walletLock(walletIdentity(link.proven)), ...locks)
}

/** For a wallet that several members can have, only this member counts as its holder. */
export async function findHolder(
  { sql, prepared }: Transaction,
  { proven, userId }: Pick<LinkInput, 'proven' | 'userId'>,
) {
  const findHolder = prepared.findHolder[proven.level === 'key' ? 'exclusive' : 'shared']
  const [row] = await findHolder(sql, { ...walletIdentity(proven), userId })
  return row ?? { holderId: null, count: 0 }
}

async function linkFree(trx: Transaction, link: LinkInput, first: boolean): Promise<LinkOutcome> {
  const id = randomId()
  const spent = await spendAttempt(trx, link, { state: 'linked', walletId: id })
  if (!spent.ok) return spent.refusal
  const { userId, proven, proof, now } = link
  const evidence = await findEvidence(trx, link)
  const proved = { proven, proof, verifiedAt: now, ...evidence }
  const wallet = await insertWallet(trx, { id, userId, first, ...proved })
  const { cosigningCode, requestCode } = spent
  if (cosigningCode !== null) await closeByAttempt(trx, cosigningCode, 'complete')
  await appendNotifiedEvent(trx, { type: 'wallet.linked', userId, wallet })
  if (requestCode !== null) await answerByLink(trx, requestCode, wallet)
  return { outcome: 'linked', wallet, relinked: false, first, formerUserId: null }
}

async function relink(trx: Transaction, link: LinkInput): Promise<LinkOutcome> {
  const held = await getHeld(trx.sql, walletIdentity(link.proven), link.userId)
  const spent = await spendAttempt(trx, link, { state: 'linked', walletId: held.id })
  if (!spent.ok) return spent.refusal
  const proof = { ...link, ...(await findEvidence(trx, link)) }
  const wallet = await unsealWallet(trx, await writeProof(trx, held, proof))
  const { cosigningCode, requestCode } = spent
  if (cosigningCode !== null) await closeByAttempt(trx, cosigningCode, 'complete')
  if (!isDomainLink(link)) await rejectConsents(trx, walletIdentity(link.proven), 'proven')
  await appendEvent(trx, { type: 'wallet.linked', userId: link.userId, wallet })
  if (requestCode !== null) await answerByLink(trx, requestCode, wallet)
  return { outcome: 'linked', wallet, relinked: true, first: false, formerUserId: null }
}

/** The evidence of a contract account: the same query can be sent to it again. */
async function findEvidence({ sql }: Transaction, link: LinkInput): Promise<StoredEvidence> {
  const { accepted, proven } = link
  if (accepted === null) return NO_EVIDENCE
  const place = walletIdentity(proven)
  const findMultisig = await multisigFinder(sql, [place])
  const owners = getRequiredOwners(findMultisig(place))
  return { evidence: acceptedEvidence({ ...accepted, owners }), cosigningCode: null }
}

/** The owners that the account's acceptance depends on; empty if they are not known. */
function getRequiredOwners(multisig: StoredMultisig | null): readonly string[] {
  return multisig?.family === 'evm' && multisig.canSign ? multisig.owners : []
}

/** Moves the wallet immediately, because its key signed a text that names this member. */
async function take(
  trx: Transaction,
  link: LinkInput,
  { formerUserId, first }: { formerUserId: string; first: boolean },
): Promise<LinkOutcome> {
  const id = randomId()
  const spent = await spendAttempt(trx, link, { state: 'linked', walletId: id })
  if (!spent.ok) return spent.refusal
  const { userId, proven, proof, now } = link
  const { requestCode } = spent
  const identity = walletIdentity(proven)
  // This lock is already held, unless the wallet moved to another member between the lookup and the locks.
  await trx.lock(`user:${formerUserId}`)
  const held = await getHeld(trx.sql, identity, formerUserId)
  await removeWallet(trx, { id: held.id, userId: formerUserId })
  const proved = { proven, proof, verifiedAt: now, ...NO_EVIDENCE }
  const wallet = await insertWallet(trx, { id, userId, first, ...proved })
  if (identity.family === 'ton') {
    await closeConsents(
      trx,
      { ...identity, requester_id: userId },
      { state: 'linked', wallet_id: id },
    )
  }
  await appendNotifiedEvent(
    trx,
    { type: 'wallet.moved', userId, formerUserId, wallet },
    { otherUserId: formerUserId },
  )
  if (requestCode !== null) await answerByLink(trx, requestCode, wallet)
  await rejectConsents(trx, identity, 'proven')
  return { outcome: 'linked', wallet, relinked: false, first, formerUserId }
}

/** A proof of possession alone never moves a linked wallet: its holder must consent. */
async function ask(trx: Transaction, link: DomainLink, holderId: string): Promise<LinkOutcome> {
  const { attemptId, proven, consentExpiresAt } = link
  const spent = await spendForConsent(trx, link, consentExpiresAt)
  if (!spent.ok) return spent.refusal
  const waiting = await consentsAbout(trx, proven)
  const asked = waiting.find(({ requester_id }) => requester_id === link.userId)
  const consent = {
    ...provenTonColumns(proven),
    attempt_id: attemptId,
    requester_id: link.userId,
    question_id: asked ? (asked.question_id ?? asked.attempt_id) : null,
    asked_at: trx.now,
    proof: sealJson(link.proof, placeOf('consents', 'proof', attemptId), trx.cipher),
  }
  await trx.sql.insertInto('consents').values(consent).execute()
  if (isReportedKey(proven)) await dropText(trx, attemptId)
  // The holder is notified of a requester once, even if that requester proves the wallet again.
  if (asked === undefined) await notifyHolder(trx, consent, holderId)
  const { network, address } = proven
  return {
    outcome: 'awaiting-consent',
    consent: { attemptId, network, address, holderId, expiresAt: consentExpiresAt },
  }
}

/** Removes the text, because a signature of it with this key would not move the wallet. */
async function dropText({ sql }: Transaction, attemptId: string): Promise<void> {
  await sql.updateTable('attempts').set({ message: null }).where('id', '=', attemptId).execute()
}

async function refuseOneTooMany(trx: Transaction, link: LinkInput): Promise<LinkOutcome> {
  const spent = await spendAttempt(trx, link, { state: 'failed', errorCode: 'wallet-limit' })
  if (!spent.ok) return spent.refusal
  const { cosigningCode } = spent
  if (cosigningCode !== null) await closeByAttempt(trx, cosigningCode, 'cancelled')
  return { outcome: 'wallet-limit' }
}

export type LinkInput = {
  attemptId: string
  userId: string
  proven: ProvenWallet
  /** What others can check. It is stored encrypted. */
  proof: Evidence
  /** What a contract account accepted, to ask it again; null for a key's proof. */
  accepted: SafeSignature | null
  now: EpochMs
  /** Until when a holder on another account may answer, if there is one. */
  consentExpiresAt: EpochMs
  walletLimit: number
}

/** A proof in which the wallet showed only our domain. */
type DomainLink = LinkInput & { proven: ProvenTonWallet }

type SpendRefusal = { outcome: 'attempt-settled' } | { outcome: 'attempt-expired' }

/**
 * `requestCode`: the connect request that the attempt answers · `cosigningCode`: the cosigning for the same multisig.
 */
type SpendResult =
  | { ok: true; requestCode: string | null; cosigningCode: string | null }
  | { ok: false; refusal: SpendRefusal }

/** The end of the attempt, written by the statement that spends its nonce. */
type SettledEnd =
  | { state: 'linked'; walletId: string }
  | { state: 'failed'; errorCode: 'wallet-limit' }

/** Every other proof showed a text, or its hash, that names the requester's account. */
function isDomainLink(link: LinkInput): link is DomainLink {
  return link.proven.binding === 'domain'
}

/** Spends the attempt with a proof that leaves it settled. */
async function spendAttempt(
  trx: Transaction,
  link: LinkInput,
  end: SettledEnd,
): Promise<SpendResult> {
  const { sql, prepared } = trx
  const values = { ...spendValues(link), ...end }
  if (isDomainLink(link)) {
    return toSpent(trx, link, await prepared.spendAttempt[end.state](sql, values))
  }
  const rows = await prepared.spendByText[end.state](sql, values)
  // The holder no longer needs to answer.
  if (rows.length > 0 && link.proven.family === 'ton') {
    await sql.deleteFrom('consents').where('attempt_id', '=', link.attemptId).execute()
  }
  return toSpent(trx, link, rows)
}

/** Spends the attempt with a proof that waits for the holder's answer. */
async function spendForConsent(
  trx: Transaction,
  link: DomainLink,
  expiresAt: EpochMs,
): Promise<SpendResult> {
  const values = { ...spendValues(link), expiresAt }
  return toSpent(trx, link, await trx.prepared.spendAttempt['awaiting-consent'](trx.sql, values))
}

function spendValues({ attemptId, userId, proven, now }: LinkInput) {
  const { family, network, address } = walletIdentity(proven)
  return {
    family,
    address,
    // A key is the same on every chain, so the chain in the text does not matter.
    accountNetwork: network === 'eip155' ? null : network,
    askedNetwork: family === 'ton' ? network : null,
    attemptId,
    userId,
    walletId: null,
    errorCode: null,
    expiresAt: null,
    now,
  }
}

async function toSpent(
  { sql, prepared, now }: Transaction,
  { attemptId, userId }: LinkInput,
  [spent]: SpentCodes[],
): Promise<SpendResult> {
  if (spent) {
    const { request_code: requestCode, cosigning_code: cosigningCode } = spent
    return { ok: true, requestCode, cosigningCode }
  }
  const [attempt] = await prepared.findAttempt(sql, { id: attemptId, userId })
  const isExpired = attempt !== undefined && presentState(attempt, now) === 'expired'
  return { ok: false, refusal: { outcome: isExpired ? 'attempt-expired' : 'attempt-settled' } }
}

/** Finds the wallet that the attempt linked, if it is the proven one and still the member's. */
function findLinked(
  { sql }: Transaction,
  { attemptId, userId, proven }: Raise,
): Promise<WalletRow | undefined> {
  const { family, network, address } = proven
  return sql
    .selectFrom('wallets')
    .innerJoin('attempts', 'attempts.wallet_id', 'wallets.id')
    .selectAll('wallets')
    .where('attempts.id', '=', attemptId)
    .where('attempts.user_id', '=', userId)
    .where('attempts.state', '=', 'linked')
    .where('wallets.user_id', '=', userId)
    .where('wallets.family', '=', family)
    .where('wallets.network', '=', network)
    .where('wallets.address', '=', address)
    .executeTakeFirst()
}
