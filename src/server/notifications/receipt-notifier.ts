import { LRUCache } from 'lru-cache'
import type { Log } from '#server/log/log.ts'
import { RECEIPT_TIMEOUT_MS } from '#shared/limits.ts'
import type { PendingReceipt } from '#server/store/events/receipts.ts'
import type { Store } from '#server/store/store.ts'
import type { EpochMs, StoredUser } from '#server/store/database/stored.ts'
import {
  findSubject,
  isReceiptEvent,
  type ReceiptEvent,
  type ReceiptSubject,
} from './receipt-subject.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const FIRST_RETRY_MS = 5 * SECOND
const LONGEST_RETRY_MS = 60 * MINUTE
/** The pauses double up to an hour, so the last try comes about three hours after the first. */
const MAX_TRIES = 12
/** Events of which only some recipients are notified. Beyond this number the one that waited longest is forgotten. */
const MAX_REMEMBERED = 10_000

/** The outcome of one message to one member. */
export type ReceiptOutcome =
  | { outcome: 'delivered' }
  /** The member does not let the bot write. */
  | { outcome: 'forbidden' }
  /** It can never be sent. */
  | { outcome: 'refused'; code: string }
  /** It may be sent later; `retryAfterMs` is the pause that Telegram requires, in milliseconds. */
  | { outcome: 'failed'; code: string; retryAfterMs: number | null }

/** Sends one receipt to one member. Never rejects. */
export type SendReceipt = (
  recipient: StoredUser,
  subject: ReceiptSubject,
) => Promise<ReceiptOutcome>

export type ReceiptNotifierDeps = { store: Store; send: SendReceipt; now: () => EpochMs; log: Log }

/** Sends a receipt to all its recipients, then settles it or sets the time of the next try. */
export type NotifyOfReceipt = (receipt: PendingReceipt) => Promise<void>

export function createReceiptNotifier({
  store,
  send,
  now,
  log,
}: ReceiptNotifierDeps): NotifyOfReceipt {
  /**
   * Members already notified of an event that is not settled, or has other recipients left. If another process settles
   * the event, nothing here removes the entry.
   */
  const notified = new LRUCache<number, string[]>({ max: MAX_REMEMBERED })

  /** Undefined when it is done: sent, or not to be sent. */
  async function notifyMember(
    userId: string,
    { event, tries }: Receipt,
  ): Promise<Wait | undefined> {
    const recipient = await store.findUser(userId)
    if (recipient === undefined) return undefined
    if (!recipient.mayMessage && !recipient.isWriteAccessReported) return timeout(event)
    const subject = await findSubject(event, { userId, store, now })
    if (subject === undefined) return undefined
    const outcome = await send(recipient, subject)
    if (recipient.mayMessage || outcome.outcome === 'failed')
      return waitAfter(outcome, { userId, event, tries }, { store, log })
    // The first message since the app reported write access shows whether the bot has it.
    const isReachable = outcome.outcome === 'delivered'
    await store.setMayMessage(userId, isReachable)
    return isReachable ? undefined : timeout(event)
  }

  /** The app asks for permission after the first link. Answers the time that is left to give it, or undefined. */
  function timeout({ createdAt }: ReceiptEvent): Wait | undefined {
    const leftMs = createdAt + RECEIPT_TIMEOUT_MS - now()
    return leftMs > 0 ? { ms: leftMs, isFailure: true } : undefined
  }

  /** Until the next try, or undefined when all recipients are notified. */
  async function notifyEverybody({ event, tries }: Receipt): Promise<Wait | undefined> {
    const former = notified.get(event.sequence) ?? []
    const waits: Wait[] = []
    for (const userId of getRecipients(event).filter((id) => !former.includes(id))) {
      const wait = await notifyMember(userId, { event, tries })
      if (wait !== undefined) waits.push(wait)
      else notified.set(event.sequence, [...(notified.get(event.sequence) ?? []), userId])
    }
    if (waits.length === 0) return undefined
    const ms = Math.max(...waits.map((wait) => wait.ms))
    return { ms, isFailure: waits.some(({ isFailure }) => isFailure) }
  }

  return async ({ event, tries }) => {
    const { sequence } = event
    if (!isReceiptEvent(event)) return store.settleReceipt(sequence)
    const wait = await notifyEverybody({ event, tries })
    if (wait?.isFailure === false) return store.deferReceipt(sequence, now() + wait.ms)
    if (wait !== undefined && tries < MAX_TRIES) {
      return store.retryReceipt(sequence, now() + wait.ms)
    }
    if (wait !== undefined) log.error({ sequence, tries }, 'receipts: given up')
    await store.settleReceipt(sequence)
    notified.delete(sequence)
  }
}

/** The pause before the next try, in milliseconds. One that Telegram requires is no failure of a try. */
type Wait = { ms: number; isFailure: boolean }

/** Undefined when there is no next try. */
async function waitAfter(
  outcome: ReceiptOutcome,
  { userId, event, tries }: Receipt & { userId: string },
  { store, log }: Pick<ReceiptNotifierDeps, 'store' | 'log'>,
): Promise<Wait | undefined> {
  switch (outcome.outcome) {
    case 'delivered':
      return undefined
    case 'forbidden':
      await store.setMayMessage(userId, false)
      return undefined
    case 'refused':
      log.warn({ code: outcome.code, sequence: event.sequence }, 'receipts: refused')
      return undefined
    case 'failed':
      log.warn({ code: outcome.code, sequence: event.sequence, tries }, 'receipts: not sent')
      return outcome.retryAfterMs === null
        ? { ms: backOffMs(tries), isFailure: true }
        : { ms: outcome.retryAfterMs, isFailure: false }
  }
}

type Receipt = { event: ReceiptEvent; tries: number }

/** A member who loses something is notified first. */
function getRecipients(event: ReceiptEvent): string[] {
  return event.type === 'wallet.moved' ? [event.formerUserId, event.userId] : [event.userId]
}

function backOffMs(tries: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** tries, LONGEST_RETRY_MS)
}
