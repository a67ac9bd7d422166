import { createApiKeys } from './api-keys.ts'
import { createAnswers } from './answers.ts'
import { createAttempts } from './attempts.ts'
import { createConsents } from './consents.ts'
import { createDeleteUser } from './delete-user.ts'
import { createDeliveries } from './deliveries.ts'
import { createDeliveryOverview } from './delivery-overview.ts'
import { createDisabledWebhooks } from './disabled-webhooks.ts'
import { createHeldWallets } from './held-wallets.ts'
import { createHostEvents } from './host-events.ts'
import { createHotQueries } from './hot-queries.ts'
import { createIdempotencyKeys } from './idempotency-keys.ts'
import { createLinkWallet } from './link-wallet.ts'
import { createOutcomes } from './outcomes.ts'
import { createReceipts } from './receipts.ts'
import { createReceivedAnswers } from './received-answers.ts'
import { createRequests } from './requests.ts'
import { createSessions } from './sessions.ts'
import { createStatistics } from './statistics.ts'
import type { Store } from './store.ts'
import { createSweep } from './sweep.ts'
import { createUpkeep } from './upkeep.ts'
import { createUsers } from './users.ts'
import { createWallets } from './wallets.ts'
import type { SqlContext } from './write-unit.ts'

/** The store over either dialect; one file for each noun. */
export function createSqlStore(parts: Omit<SqlContext, 'hot'>): Store {
  const context = { ...parts, hot: createHotQueries(parts.database.read) }
  return {
    ...createUpkeep(context),
    ...createUsers(context),
    ...createDeleteUser(context),
    ...createSessions(context),
    ...createAttempts(context),
    ...createOutcomes(context),
    ...createLinkWallet(context),
    ...createWallets(context),
    ...createConsents(context),
    ...createReceipts(context),
    ...context.database.rateLimits,
    ...createApiKeys(context),
    ...createIdempotencyKeys(context),
    ...createHostEvents(context),
    ...createDeliveries(context),
    ...createDeliveryOverview(context),
    ...createDisabledWebhooks(context),
    ...createHeldWallets(context),
    ...createStatistics(context),
    ...createRequests(context),
    ...createReceivedAnswers(context),
    ...createAnswers(context),
    ...createSweep(context),
  }
}
