import { getCurrentConfirmations, findConfirmation } from '#server/multisig/cosignings.ts'
import type { StoredCosigning } from '#server/store/rows/cosigning-rows.ts'
import type { StoredRequest } from '#server/store/rows/request-rows.ts'
import type { CosigningUpdate, StoredEvent } from '#server/store/database/stored-event.ts'
import type { EpochMs, StoredWallet } from '#server/store/database/stored.ts'
import type { Store } from '#server/store/store.ts'
import type { CosigningState } from '#shared/multisig.ts'

/** Which events the bot sends to members. Members learn from the link's own event that a multisig is complete. */
const IS_SENT = {
  'wallet.linked': true,
  'wallet.moved': true,
  'wallet.unlinked': true,
  'wallet.stale': true,
  'cosigning.updated': true,
  'cosigning.ended': true,
  'request.answered': true,
  'consent.asked': true,
  'consent.refused': true,
  'multisig.completed': false,
  'request.withdrawn': false,
  'join.asked': false,
  'join.decided': false,
  'join.ended': false,
  'user.deleted': false,
} as const satisfies Record<StoredEvent['type'], boolean>

type SentType = {
  [Type in keyof typeof IS_SENT]: (typeof IS_SENT)[Type] extends true ? Type : never
}

/** Events of which the bot notifies members in their chat with it. */
export type ReceiptEvent = Extract<StoredEvent, { type: SentType[StoredEvent['type']] }>

/** An event with the data that its receipt shows. */
export type ReceiptSubject =
  | Exclude<ReceiptEvent, { type: 'request.answered' | 'cosigning.updated' }>
  /** A wallet that the member got and has no longer. */
  | { type: 'wallet.ended'; wallet: StoredWallet }
  | CosigningUpdateSubject
  | (Extract<ReceiptEvent, { type: 'request.answered' }> & { request: StoredRequest })

/** A member got a wallet. */
type LinkEvent = Extract<ReceiptEvent, { type: 'wallet.linked' | 'wallet.moved' }>

/**
 * Members know what they unlinked themselves. They are notified of what they linked, in case it was a different person.
 */
export function isReceiptEvent(event: StoredEvent): event is ReceiptEvent {
  return event.type === 'wallet.unlinked' ? event.by === 'operator' : IS_SENT[event.type]
}

/** The member whom the bot writes to, and what is stored now. */
type Notified = { userId: string; store: Store; now: () => EpochMs }

/**
 * A receipt may have waited for long. Undefined when what it says is not so now, or can no longer be answered: no receipt is
 * needed.
 */
export async function findSubject(
  event: ReceiptEvent,
  { userId, store, now }: Notified,
): Promise<ReceiptSubject | undefined> {
  switch (event.type) {
    case 'wallet.linked':
      return findLink(event, { userId, store })
    case 'wallet.moved':
      return findMove(event, { userId, store })
    case 'wallet.stale': {
      const wallet = await store.findWallet(event.wallet.id, userId)
      return wallet && wallet.staleAt !== null ? event : undefined
    }
    case 'consent.asked':
      return findQuestion(event, { userId, store, now })
    case 'request.answered': {
      const request = await store.findRequest(event.requestCode)
      const answer = await store.findAnswer(event.requestCode, userId)
      return request && answer?.walletId === event.wallet.id ? { ...event, request } : undefined
    }
    case 'cosigning.updated':
      return findCosigningUpdateSubject(event, store, now())
    default:
      return event
  }
}

/** The wallet as it is now. */
async function findLink(
  event: LinkEvent,
  { userId, store }: Pick<Notified, 'userId' | 'store'>,
): Promise<ReceiptSubject> {
  const wallet = await store.findWallet(event.wallet.id, userId)
  return wallet ? { ...event, wallet } : { type: 'wallet.ended', wallet: event.wallet }
}

/** Whoever lost the wallet and has it again has the receipt of that. */
async function findMove(
  event: Extract<ReceiptEvent, { type: 'wallet.moved' }>,
  { userId, store }: Pick<Notified, 'userId' | 'store'>,
): Promise<ReceiptSubject | undefined> {
  if (userId === event.userId) return findLink(event, { userId, store })
  const wallets = await store.listWallets(userId)
  return wallets.some(({ address }) => address === event.wallet.address) ? undefined : event
}

/** The question as it is open now: of several proofs by one requester any may stand for it. */
async function findQuestion(
  event: Extract<ReceiptEvent, { type: 'consent.asked' }>,
  { userId, store, now }: Notified,
): Promise<ReceiptSubject | undefined> {
  const { attemptId, network, address } = event
  const consents = await store.listConsents(userId, now())
  const open = consents.filter((one) => one.network === network && one.address === address)
  const asked = open.find((one) => one.attemptId === attemptId) ?? open[0]
  return asked && { ...event, attemptId: asked.attemptId }
}

type CosigningUpdateEvent = Extract<StoredEvent, { type: 'cosigning.updated' }>

/** An update of a cosigning, with the cosigning as it is at the time of the notification. */
export type CosigningUpdateSubject = CosigningUpdateEvent & { cosigning: StoredCosigning }

/** Undefined when the cosigning is gone, or the update is out of date. */
async function findCosigningUpdateSubject(
  event: CosigningUpdateEvent,
  store: Pick<Store, 'findCosigning'>,
  now: EpochMs,
): Promise<CosigningUpdateSubject | undefined> {
  const cosigning = await store.findCosigning(event.code, now)
  if (cosigning === undefined || !isCurrent(event, cosigning)) return undefined
  return { ...event, cosigning }
}

/** The state that a cosigning must have for its update to be sent; null for any. */
const STATES: Readonly<Record<CosigningUpdate, CosigningState | null>> = {
  asked: 'open',
  signed: 'open',
  reminder: 'open',
  completed: 'complete',
  cancelled: 'cancelled',
  expired: 'expired',
  stale: null,
}

function isCurrent(event: CosigningUpdateEvent, cosigning: StoredCosigning): boolean {
  const state = STATES[event.update]
  if (state !== null && state !== cosigning.state) return false
  switch (event.update) {
    case 'asked':
    case 'reminder':
      return cosigning.starter.id === event.userId || !findConfirmation(cosigning, event.userId)
    case 'signed':
      return getCurrentConfirmations(cosigning).length > 0 && !isOld(event, cosigning)
    default:
      return true
  }
}

/** Whether another member has confirmed since. That confirmation's own update has the newer count. */
function isOld(
  { createdAt }: CosigningUpdateEvent,
  { confirmations, starter }: StoredCosigning,
): boolean {
  return confirmations.some(
    ({ user, givenAt }) => givenAt > createdAt && user !== null && user.id !== starter.id,
  )
}
