import { createPoller, type Poller } from '#server/process/poller.ts'
import type { PendingReceipt } from '#server/store/events/receipts.ts'
import type { EpochMs } from '#server/store/database/stored.ts'
import { createReceiptNotifier, type ReceiptNotifierDeps } from './receipt-notifier.ts'

/** How long one process leases a receipt, in milliseconds. */
const LEASE_MS = 60_000
/** How often to check for due receipts when there is no kick, in milliseconds. */
const POLL_MS = 5_000
const RECEIPTS_AT_ONCE = 10

export type ReceiptsDeps = ReceiptNotifierDeps & {
  /** @default 60 000 ms: well above the longest wait for Telegram */
  leaseMs?: number
}

/**
 * Notifies members of changes to their wallets, from the events in the store: a link from before a crash is reported
 * after it. A crash while sending may repeat a receipt; none is lost.
 */
export function createReceipts({ leaseMs = LEASE_MS, ...deps }: ReceiptsDeps): Poller {
  const notify = createReceiptNotifier(deps)

  /** Whether there may be more. */
  async function notifyDue(): Promise<boolean> {
    try {
      const now: EpochMs = deps.now()
      const due = await deps.store.leaseReceipts(now, now + leaseMs, RECEIPTS_AT_ONCE)
      const outcomes = await Promise.all(due.map(notifyOne))
      return due.length === RECEIPTS_AT_ONCE && outcomes.every((isDone) => isDone)
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

  return createPoller(async () => ((await notifyDue()) ? 0 : POLL_MS))
}
