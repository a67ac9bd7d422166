import { createPreparedQueries } from './rows/prepared-queries.ts'
import type { SqlContext } from './rows/transaction.ts'
import { createAccountChecks } from './accounts/account-checks.ts'
import { createAdminStore } from './admin/admin-store.ts'
import { createApiKeysStore } from './api-keys/api-keys-store.ts'
import { createCards } from './cards/cards.ts'
import { createChatsStore } from './chats/chats-store.ts'
import { createDoorsStore } from './doors/doors-store.ts'
import { reviewJoins } from './rows/join-rows.ts'
import { createEventsStore } from './events/events-store.ts'
import { createLinkingStore } from './linking/linking-store.ts'
import { createOpenLinks } from './links/open-links.ts'
import { createMembersStore } from './members/members-store.ts'
import { createMultisigsStore } from './multisigs/multisigs-store.ts'
import { createRateLimits } from './database/rate-limits.ts'
import { createRequestsStore } from './requests/requests-store.ts'
import { createStatistics } from './statistics/statistics.ts'
import { createUpkeepStore } from './upkeep/upkeep-store.ts'

/**
 * Everything that outlives a request. One implementation over two dialects, with a factory for each area.
 * Every method is one statement or one transaction. A method that checks and marks does both in the same transaction.
 * Only outages and `MemberGoneError` throw.
 */
export interface Store extends ReturnType<typeof createSqlStore> {}

export function createSqlStore(parts: Omit<SqlContext, 'prepared' | 'follow'>) {
  const prepared = createPreparedQueries(parts.database)
  const context = { ...parts, prepared, follow: reviewJoins }
  return {
    ...createMembersStore(context),
    ...createLinkingStore(context),
    ...createMultisigsStore(context),
    ...createAccountChecks(context),
    ...createCards(context),
    ...createOpenLinks(context),
    ...createRequestsStore(context),
    ...createChatsStore(context),
    ...createDoorsStore(context),
    ...createEventsStore(context),
    ...createApiKeysStore(context),
    ...createAdminStore(context),
    ...createRateLimits(parts.database.rateLimits, parts.cipher),
    ...createStatistics(context),
    ...createUpkeepStore(context),
    getTokenSeeds: parts.cipher.getTokenSeeds,
    adminLinkKeys: parts.cipher.keys,
  }
}
