import type { Evidence } from '#proof/document.ts'
import type { ProvenWallet } from '#shared/proven-wallet.ts'
import { appendEvent, appendNotifiedEvent } from '../rows/events.ts'
import {
  walletIdentity,
  walletLock,
  getHeld,
  insertWallet,
  unsealWallet,
  writeProof,
  type LinkEvidence,
} from '../rows/wallet-rows.ts'
import { findRow } from '../database/find-row.ts'
import type { StoredMultisig, StoredWallet } from '../database/stored.ts'
import { randomId, type SqlContext, type Transaction, transactional } from '../rows/transaction.ts'
import { closeCosigning } from '../rows/close-cosigning.ts'
import {
  lockParticipants,
  notifyMembers,
  type Participants,
} from '../rows/cosigning-participants.ts'
import { isOpen, type CosigningRow } from '../rows/cosigning-rows.ts'
import { findMultisig, multisigNetwork } from '../rows/multisig-rows.ts'
import { answerByLink } from '../rows/answer-rows.ts'

export type CompletionResult =
  | { outcome: 'linked'; wallets: readonly StoredWallet[] }
  | { outcome: 'closed' }
  /** The starter has as many wallets as one may have. */
  | { outcome: 'wallet-limit' }

type Completed = {
  code: string
  proven: ProvenWallet
  /**
   * Owners whose confirmations make up the accepted signature: all must still be there. @default none, because the owners
   * have confirmed elsewhere
   */
  owners?: readonly string[]
  links: readonly { userId: string; evidence: LinkEvidence; proof: Evidence }[]
  walletLimit: number
}
type LinkToWrite = Completed['links'][number]
type CurrentConfirmation = { owner: string; user_id: string | null }

/** One member's link, and the facts needed to write it. */
type HeldLink = LinkToWrite & { isHeld: boolean; count: number }

export function createCompleteCosigning(context: SqlContext) {
  return {
    /**
     * Completes it and links the multisig to each member in `links`, in one transaction. Writes `wallet.linked` for
     * each and `multisig.completed` for the starter, and answers the request of its attempt. A member without room for
     * a wallet is left out; if that is the starter, the result is `wallet-limit`.
     */
    completeCosigning: transactional(context, completeCosigning),
  }
}

async function completeCosigning(
  trx: Transaction,
  completed: Completed,
): Promise<CompletionResult> {
  const { code, proven, walletLimit } = completed
  await trx.lock(walletLock(walletIdentity(proven)))
  const participants = await lockParticipants(trx, code)
  const row = await findRow(trx.sql, 'cosignings', { code })
  if (!participants || !row || !isOpen(row, trx.now)) return { outcome: 'closed' }
  const multisig = await findProven(trx, row, proven)
  const confirmations = await findConfirmations(trx, row)
  if (!multisig || !areBacked(completed, confirmations, multisig)) return { outcome: 'closed' }
  const links = await findHolders(trx, completed, participants)
  const own = links.find(({ userId }) => userId === participants.starterId)
  if (own && !hasRoom(own, walletLimit)) return { outcome: 'wallet-limit' }
  const attempt = await endAttempt(trx, row, own ? 'linked' : 'cancelled')
  if (!attempt) return { outcome: 'closed' }
  await closeCosigning(trx, code, 'complete')
  const fitting = links.filter((link) => hasRoom(link, walletLimit))
  const wallets = await writeLinks(trx, completed, fitting)
  await linkOwn(trx, { attempt, participants, wallets, confirmations })
  await notifyOthers(trx, { code, participants, wallets })
  return { outcome: 'linked', wallets }
}

/** Finds the multisig that the owners confirmed, if it is the proven one. */
async function findProven(
  { sql }: Transaction,
  { multisig_id }: CosigningRow,
  proven: ProvenWallet,
): Promise<StoredMultisig | undefined> {
  const multisig = await findMultisig(sql, multisig_id)
  if (multisig?.family !== proven.family || multisig.address !== proven.address) return undefined
  return multisigNetwork(multisig) === walletIdentity(proven).network ? multisig : undefined
}

/**
 * Whether the confirmations still support the links. None of the required ones may be withdrawn. For agreements there
 * must be enough, and each linked member's own must be among them.
 */
function areBacked(
  { owners = [], links }: Pick<Completed, 'owners' | 'links'>,
  confirmations: readonly CurrentConfirmation[],
  { threshold }: StoredMultisig,
): boolean {
  const confirmers = new Map(confirmations.map(({ owner, user_id }) => [owner, user_id]))
  const areThere = (these: readonly string[]) => these.every((owner) => confirmers.has(owner))
  if (!areThere(owners)) return false
  return links.every(
    ({ userId, evidence }) =>
      evidence.kind === 'signature' ||
      (confirmers.get(evidence.own) === userId &&
        new Set(evidence.owners).size >= threshold &&
        areThere(evidence.owners)),
  )
}

/** Confirmations of the owners in the last reading, which was made just before. */
function findConfirmations(
  { sql }: Transaction,
  { code, multisig_id }: CosigningRow,
): Promise<CurrentConfirmation[]> {
  return sql
    .selectFrom('confirmations')
    .innerJoin('multisig_owners', 'multisig_owners.address', 'confirmations.owner')
    .select(['confirmations.owner', 'confirmations.user_id'])
    .where('confirmations.cosigning_code', '=', code)
    .where('multisig_owners.multisig_id', '=', multisig_id)
    .orderBy('confirmations.given_at')
    .orderBy('confirmations.id')
    .execute()
}

/** The links of participants only, because the locks hold no other members. */
async function findHolders(
  { sql, prepared }: Transaction,
  { links, proven }: Completed,
  { starterId, confirmers }: Participants,
): Promise<HeldLink[]> {
  const held: HeldLink[] = []
  for (const link of links) {
    const { userId } = link
    if (userId !== starterId && !confirmers.includes(userId)) continue
    const [holder] = await prepared.findHolder.shared(sql, { ...walletIdentity(proven), userId })
    const { holderId = null, count = 0 } = holder ?? {}
    held.push({ ...link, isHeld: holderId !== null, count })
  }
  return held
}

function hasRoom({ isHeld, count }: HeldLink, walletLimit: number): boolean {
  return isHeld || count < walletLimit
}

type ClosedAttempt = { id: string; requestCode: string | null }

/** Settles the starter's attempt: `cancelled` if the starter gets no link. */
async function endAttempt(
  { sql, now }: Transaction,
  { code, attempt_id }: CosigningRow,
  state: 'linked' | 'cancelled',
): Promise<ClosedAttempt | undefined> {
  const settled = await sql
    .updateTable('attempts')
    .set({ state })
    .where('id', '=', attempt_id)
    .where('cosigning_code', '=', code)
    .where('state', 'in', ['awaiting-signature', 'awaiting-cosigners'])
    .where('expires_at', '>', now)
    .returning(['id', 'request_code'])
    .executeTakeFirst()
  return settled && { id: settled.id, requestCode: settled.request_code }
}

/** Notifies each member who now has the multisig. */
async function writeLinks(
  trx: Transaction,
  completed: Completed,
  links: readonly HeldLink[],
): Promise<StoredWallet[]> {
  const wallets: StoredWallet[] = []
  for (const link of links) {
    const wallet = await writeLink(trx, completed, link)
    await appendNotifiedEvent(trx, { type: 'wallet.linked', userId: wallet.userId, wallet })
    wallets.push(wallet)
  }
  return wallets
}

async function writeLink(
  trx: Transaction,
  { code, proven }: Completed,
  { userId, evidence, proof, isHeld, count }: HeldLink,
): Promise<StoredWallet> {
  const proved = { proven, proof, evidence, cosigningCode: code }
  if (isHeld) return relink(trx, userId, proved)
  const id = randomId()
  const first = count === 0
  return insertWallet(trx, { ...proved, id, userId, first, verifiedAt: trx.now })
}

/** A Safe's acceptance of its owners' signatures is stronger than agreements, so agreements do not replace it. */
async function relink(
  trx: Transaction,
  userId: string,
  proved: {
    proven: ProvenWallet
    proof: Evidence
    evidence: LinkEvidence
    cosigningCode: string
  },
): Promise<StoredWallet> {
  const held = await getHeld(trx.sql, walletIdentity(proved.proven), userId)
  const isBetter = held.kind === 'safe' && held.level === 'account' && held.stale_at === null
  if (isBetter && proved.proven.level === 'quorum') return unsealWallet(trx, held)
  return unsealWallet(trx, await writeProof(trx, held, proved))
}

type WrittenLinks = {
  attempt: ClosedAttempt
  participants: Participants
  wallets: readonly StoredWallet[]
  confirmations: readonly CurrentConfirmation[]
}

/** Records the result for the starter: wallet of the attempt, event and answer to the request. */
async function linkOwn(
  trx: Transaction,
  { attempt, participants, wallets, confirmations }: WrittenLinks,
): Promise<void> {
  const own = wallets.find(({ userId }) => userId === participants.starterId)
  if (!own) return
  await trx.sql
    .updateTable('attempts')
    .set({ wallet_id: own.id })
    .where('id', '=', attempt.id)
    .execute()
  if (own.kind !== 'contract') {
    const owners = confirmations.map(({ owner }) => owner)
    await appendEvent(trx, { type: 'multisig.completed', userId: own.userId, wallet: own, owners })
  }
  const { requestCode } = attempt
  if (requestCode !== null) await answerByLink(trx, requestCode, own)
}

async function notifyOthers(
  trx: Transaction,
  {
    code,
    participants,
    wallets,
  }: Pick<WrittenLinks, 'participants' | 'wallets'> & { code: string },
): Promise<void> {
  const notified = new Set(wallets.map(({ userId }) => userId))
  const others = [participants.starterId, ...participants.confirmers].filter(
    (userId) => !notified.has(userId),
  )
  await notifyMembers(trx, others, { code, update: 'completed', from: participants.starterId })
}
