import type { Log } from '#server/log.ts'
import { RECEIPT_PATIENCE_MS } from '#shared/limits.ts'
import type {
  EpochMs,
  PendingReceipt,
  Store,
  StoredEvent,
  StoredUser,
} from '#server/store/store.ts'
import type { StoredRequest } from '#server/store/request-store.ts'
import { type CollectionSubject, collectionSubject } from './collection-subject.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const FIRST_RETRY_MS = 5 * SECOND
const LONGEST_RETRY_MS = 60 * MINUTE
/** With the pauses doubling up to an hour, the last try comes about three hours after the first. */
const MAX_TRIES = 12
/** Events of which somebody was told, but not everybody yet. Beyond it the eldest is forgotten. */
const MAX_REMEMBERED = 10_000

/** Which events the bot sends to members. Each member learns that a multisig is complete by the link itself. */
const IS_SENT = {
  'wallet.linked': true,
  'wallet.moved': true,
  'wallet.unlinked': true,
  'wallet.stale': true,
  'collection.news': true,
  'cosigning.ended': true,
  'request.answered': true,
  'consent.asked': true,
  'consent.refused': true,
  'multisig.completed': false,
  'request.withdrawn': false,
  'user.deleted': false,
} as const satisfies Record<StoredEvent['type'], boolean>

type Sent = { [Type in keyof typeof IS_SENT]: (typeof IS_SENT)[Type] extends true ? Type : never }

/** Events that members are told of in their chat with the bot. */
type ReceiptEvent = Extract<StoredEvent, { type: Sent[StoredEvent['type']] }>

/** An event with all that is told of it. */
export type ReceiptSubject =
  | Exclude<ReceiptEvent, { type: 'request.answered' | 'collection.news' }>
  | CollectionSubject
  | (Extract<ReceiptEvent, { type: 'request.answered' }> & { request: StoredRequest })

/** What became of one message to one member. */
export type Delivery =
  | { outcome: 'delivered' }
  /** The member does not let the bot write. */
  | { outcome: 'forbidden' }
  /** It can never be sent. */
  | { outcome: 'refused'; code: string }
  /** It may be sent later; `retryAfterMs` is Telegram's own wish, in milliseconds. */
  | { outcome: 'failed'; code: string; retryAfterMs: number | null }

/** Sends one receipt to one member. Never rejects. */
export type SendReceipt = (recipient: StoredUser, subject: ReceiptSubject) => Promise<Delivery>

export type TellDeps = { store: Store; send: SendReceipt; now: () => EpochMs; log: Log }

/** Sends a receipt to everybody it concerns, then settles it or sets the time of the next try. */
export type Tell = (receipt: PendingReceipt) => Promise<void>

export function createTell({ store, send, now, log }: TellDeps): Tell {
  /** Who was told already, while an event still has to reach somebody else or is not settled. */
  const told = new Map<number, string[]>()

  /** Undefined when it is done: told, or not to be told. Otherwise how long to wait, in milliseconds. */
  async function tellMember(
    userId: string,
    { event, tries }: Receipt,
  ): Promise<number | undefined> {
    const recipient = await store.findUser(userId)
    if (recipient === undefined) return undefined
    if (!recipient.mayMessage && !recipient.isWriteAccessReported) return patience(event)
    const subject = await subjectOf(event, { store, now })
    if (subject === undefined) return undefined
    const delivery = await send(recipient, subject)
    if (recipient.mayMessage || delivery.outcome === 'failed')
      return waitAfter(delivery, { userId, event, tries }, { store, log })
    // The first message since the app reported write access shows whether the bot has it.
    const isReachable = delivery.outcome === 'delivered'
    await store.setMayMessage(userId, isReachable)
    return isReachable ? undefined : patience(event)
  }

  /** The app asks for permission after the first link; what is left of the time to give it, or undefined. */
  function patience({ createdAt }: ReceiptEvent): number | undefined {
    const leftMs = createdAt + RECEIPT_PATIENCE_MS - now()
    return leftMs > 0 ? leftMs : undefined
  }

  /** Another process may settle what this one began, and then nothing here is ever forgotten but for the bound. */
  function remember(sequence: number, userIds: string[]): void {
    told.delete(sequence)
    told.set(sequence, userIds)
    const [eldest] = told.keys()
    if (told.size > MAX_REMEMBERED && eldest !== undefined) told.delete(eldest)
  }

  /** Milliseconds until the next try, or undefined when everybody is told. */
  async function tellEverybody({ event, tries }: Receipt): Promise<number | undefined> {
    const former = told.get(event.sequence) ?? []
    const waits: number[] = []
    for (const userId of recipientsOf(event).filter((id) => !former.includes(id))) {
      const waitMs = await tellMember(userId, { event, tries })
      if (waitMs !== undefined) waits.push(waitMs)
      else remember(event.sequence, [...(told.get(event.sequence) ?? []), userId])
    }
    return waits.length === 0 ? undefined : Math.max(...waits)
  }

  return async ({ event, tries }) => {
    const { sequence } = event
    if (!isReceiptEvent(event)) return store.settleReceipt(sequence)
    const waitMs = await tellEverybody({ event, tries })
    if (waitMs !== undefined && tries < MAX_TRIES) {
      return store.retryReceipt(sequence, now() + waitMs)
    }
    if (waitMs !== undefined) log.error({ sequence, tries }, 'receipts: given up')
    await store.settleReceipt(sequence)
    told.delete(sequence)
  }
}

/** How long to wait until the next try, in milliseconds; undefined when there is none. */
async function waitAfter(
  delivery: Delivery,
  { userId, event, tries }: Receipt & { userId: string },
  { store, log }: Pick<TellDeps, 'store' | 'log'>,
): Promise<number | undefined> {
  switch (delivery.outcome) {
    case 'delivered':
      return undefined
    case 'forbidden':
      await store.setMayMessage(userId, false)
      return undefined
    case 'refused':
      log.warn({ code: delivery.code, sequence: event.sequence }, 'receipts: refused')
      return undefined
    case 'failed':
      log.warn({ code: delivery.code, sequence: event.sequence, tries }, 'receipts: not sent')
      return delivery.retryAfterMs ?? backOffMs(tries)
  }
}

/** Undefined when what the event is about is gone: there is nothing left to tell of it. */
async function subjectOf(
  event: ReceiptEvent,
  { store, now }: Pick<TellDeps, 'store' | 'now'>,
): Promise<ReceiptSubject | undefined> {
  switch (event.type) {
    case 'request.answered': {
      const request = await store.findRequest(event.requestCode)
      return request && { ...event, request }
    }
    case 'collection.news':
      return collectionSubject(event, store, now())
    default:
      return event
  }
}

type Receipt = { event: ReceiptEvent; tries: number }

/** Members know what they unlinked. They are informed of what they linked, in case it was somebody else. */
function isReceiptEvent(event: StoredEvent): event is ReceiptEvent {
  return event.type === 'wallet.unlinked' ? event.by === 'owner' : IS_SENT[event.type]
}

/** Whoever loses something is told first. */
function recipientsOf(event: ReceiptEvent): string[] {
  return event.type === 'wallet.moved' ? [event.formerUserId, event.userId] : [event.userId]
}

function backOffMs(tries: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** tries, LONGEST_RETRY_MS)
}
