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
/** Events whose recipients this process remembers. Beyond this number the one that waited longest is forgotten. */
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
   * Whom this process has notified of events that are not settled. The store knows it of receipts that wait for another recipient,
   * and not yet where it failed.
   */
  const remembered = new LRUCache<number, string[]>({ max: MAX_REMEMBERED })

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
    return leftMs > 0 ? { ms: leftMs, isFailure: false } : undefined
  }

  /** Until the next try, or undefined when all recipients are notified. */
  async function notifyEverybody(receipt: Receipt): Promise<Wait | undefined> {
    const { event } = receipt
    const waits: Wait[] = []
    for (const userId of getRecipients(event).filter((id) => !hasReceipt(receipt, id))) {
      const wait = await notifyMember(userId, receipt)
      if (wait !== undefined) waits.push(wait)
      else remembered.set(event.sequence, [...(remembered.get(event.sequence) ?? []), userId])
    }
    if (waits.length === 0) return undefined
    const ms = Math.min(...waits.map((wait) => wait.ms))
    return { ms, isFailure: waits.some(({ isFailure }) => isFailure) }
  }

  function hasReceipt({ event, notified }: Receipt, userId: string): boolean {
    return notified === userId || remembered.get(event.sequence)?.includes(userId) === true
  }

  return async ({ event, ...receipt }) => {
    const { sequence } = event
    if (!isReceiptEvent(event)) return store.settleReceipt(sequence)
    const wait = await notifyEverybody({ event, ...receipt })
    if (wait !== undefined) {
      const [notified = receipt.notified] = remembered.get(sequence) ?? []
      const next = { at: now() + wait.ms, notified }
      if (!wait.isFailure) return store.deferReceipt(sequence, next)
      if (receipt.tries < MAX_TRIES) return store.retryReceipt(sequence, next)
      log.error({ sequence, tries: receipt.tries }, 'receipts: given up')
    }
    await store.settleReceipt(sequence)
    remembered.delete(sequence)
  }
}

/** The pause before the next try, in milliseconds. One that Telegram requires, or the member, is no failure of a try. */
type Wait = { ms: number; isFailure: boolean }

/** Undefined when there is no next try. */
async function waitAfter(
  outcome: ReceiptOutcome,
  { userId, event, tries }: Pick<Receipt, 'event' | 'tries'> & { userId: string },
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

type Receipt = Omit<PendingReceipt, 'event'> & { event: ReceiptEvent }

/** A member who loses something is notified first. */
function getRecipients(event: ReceiptEvent): string[] {
  return event.type === 'wallet.moved' ? [event.formerUserId, event.userId] : [event.userId]
}

function backOffMs(tries: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** tries, LONGEST_RETRY_MS)
}
