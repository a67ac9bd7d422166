import { createPoller, type Poller } from '#server/process/poller.ts'
import { type PendingReceipt, RECEIPT_LEASE_MS } from '#server/store/events/receipts.ts'
import type { EpochMs } from '#server/store/database/stored.ts'
import { createPace, type Pace } from './pace.ts'
import {
  createReceiptNotifier,
  type ReceiptNotifierDeps,
  type SendReceipt,
} from './receipt-notifier.ts'

/** How often to check for due receipts when there is no kick, in milliseconds. */
const POLL_MS = 5_000
const RECEIPTS_AT_ONCE = 10

export type ReceiptsDeps = ReceiptNotifierDeps & {
  /** @default 60 000 ms: well above the longest wait for Telegram */
  leaseMs?: number
  /** Milliseconds that only ever grow, for the pace. @default performance.now */
  clock?: () => number
}

/**
 * Notifies members of changes to their wallets, from the events in the store: a link from before a crash is reported
 * after it. A crash while sending may repeat a receipt; none is lost. What has waited for Telegram goes at its pace.
 */
export function createReceipts({
  leaseMs = RECEIPT_LEASE_MS,
  clock,
  ...deps
}: ReceiptsDeps): Poller {
  const pace = createPace(clock)
  const notify = createReceiptNotifier({ ...deps, send: sendAt(pace, deps.send) })

  /** Whether there may be more. */
  async function notifyDue(limit: number): Promise<boolean> {
    try {
      const now: EpochMs = deps.now()
      const due = await deps.store.leaseReceipts(now, now + leaseMs, limit)
      const outcomes = await Promise.all(due.map(notifyOne))
      return due.length === limit && outcomes.every((isDone) => isDone)
    } catch (error) {
      logFailure(error)
      return false
    }
  }

  /** A failed receipt neither stops nor blocks the others; it is retried when its lease ends. */
  async function notifyOne(receipt: PendingReceipt): Promise<boolean> {
    try {
      await notify(receipt)
      return true
    } catch (error) {
      logFailure(error)
      return false
    }
  }

  function logFailure(error: unknown): void {
    deps.log.error({ error }, 'receipts: store failed')
  }

  return createPoller(async () => {
    const room = Math.min(RECEIPTS_AT_ONCE, pace.room())
    const hasMore = room === 0 || (await notifyDue(room))
    return hasMore ? pace.roomInMs() : POLL_MS
  })
}

function sendAt(pace: Pace, send: SendReceipt): SendReceipt {
  return async (recipient, subject) => {
    pace.take()
    const outcome = await send(recipient, subject)
    const retryAfterMs = outcome.outcome === 'failed' ? outcome.retryAfterMs : null
    if (retryAfterMs !== null) pace.refused(recipient.id, retryAfterMs)
    return outcome
  }
}
