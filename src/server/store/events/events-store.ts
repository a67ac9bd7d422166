import type { SqlContext } from '../rows/transaction.ts'
import { createDeliveries } from './deliveries.ts'
import { createDeliveryOverview } from './delivery-overview.ts'
import { createDisabledWebhooks } from './disabled-webhooks.ts'
import { createHostEvents } from './host-events.ts'
import { createReceipts } from './receipts.ts'

/** Receipts to members, the events that the host reads, and their delivery to its webhook. */
export function createEventsStore(context: SqlContext) {
  return {
    ...createReceipts(context),
    ...createHostEvents(context),
    ...createDeliveries(context),
    ...createDeliveryOverview(context),
    ...createDisabledWebhooks(context),
  }
}
