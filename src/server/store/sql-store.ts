import { createApiKeys } from './api-keys/api-keys.ts'
import { createAccountChecks } from './accounts/account-checks.ts'
import { createAnswers } from './requests/answers.ts'
import { createAttempts } from './linking/attempts.ts'
import { createCards } from './cards/cards.ts'
import { createChatAskers } from './chats/chat-askers.ts'
import { createChats } from './chats/chats.ts'
import { createConsents } from './linking/consents.ts'
import { createDeleteUser } from './members/delete-user.ts'
import { createDeliveries } from './events/deliveries.ts'
import { createDeliveryOverview } from './events/delivery-overview.ts'
import { createDisabledWebhooks } from './events/disabled-webhooks.ts'
import { createDrafts } from './requests/drafts.ts'
import { createHeldWallets } from './linking/held-wallets.ts'
import { createHostEvents } from './events/host-events.ts'
import { createHotQueries } from './hot-queries.ts'
import { createIdempotencyKeys } from './api-keys/idempotency-keys.ts'
import { createLeaveChat } from './chats/leave-chat.ts'
import { createLinkWallet } from './linking/link-wallet.ts'
import { createMadeRequests } from './requests/made-requests.ts'
import { createMoveChat } from './chats/move-chat.ts'
import { createCollections } from './multisigs/collections.ts'
import { createCompleteCollection } from './multisigs/complete-collection.ts'
import { createFindCollections } from './multisigs/find-collections.ts'
import { createMultisigChecks } from './multisigs/multisig-checks.ts'
import { createMultisigLinks } from './multisigs/multisig-links.ts'
import { createMultisigs } from './multisigs/multisigs.ts'
import { createOpenCollection } from './multisigs/open-collection.ts'
import { createTendCollections } from './multisigs/tend-collections.ts'
import { createWords } from './multisigs/words.ts'
import { createOutcomes } from './linking/outcomes.ts'
import { createPosts } from './requests/posts.ts'
import { createRaiseBinding } from './linking/raise-binding.ts'
import { createReceipts } from './events/receipts.ts'
import { createReceivedAnswers } from './requests/received-answers.ts'
import { createRequests } from './requests/requests.ts'
import { createSessions } from './members/sessions.ts'
import { createStarts } from './members/starts.ts'
import { createStatistics } from './statistics/statistics.ts'
import { createTickets } from './members/tickets.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Store } from './store.ts'
import { createBotProfile } from './upkeep/bot-profile.ts'
import { createSweep } from './upkeep/sweep.ts'
import { createUpkeep } from './upkeep/upkeep.ts'
import { createUsers } from './members/users.ts'
import { createWriteAccess } from './members/write-access.ts'
import { createWallets } from './linking/wallets.ts'
import type { SqlContext } from './write-unit.ts'

/** The store over either dialect; one file for each noun. */
export function createSqlStore(parts: Omit<SqlContext, 'hot'>): Store {
  const context = { ...parts, hot: createHotQueries(parts.database) }
  return {
    ...createUpkeep(context),
    ...createBotProfile(context),
    ...createUsers(context),
    ...createWriteAccess(context),
    ...createDeleteUser(context),
    ...createSessions(context),
    ...createTickets(context),
    ...createAttempts(context),
    ...createOutcomes(context),
    ...createLinkWallet(context),
    ...createRaiseBinding(context),
    ...createWallets(context),
    ...createConsents(context),
    ...createReceipts(context),
    ...createRateLimits(context),
    ...createApiKeys(context),
    ...createIdempotencyKeys(context),
    ...createHostEvents(context),
    ...createDeliveries(context),
    ...createDeliveryOverview(context),
    ...createDisabledWebhooks(context),
    ...createHeldWallets(context),
    ...createStatistics(context),
    ...createChats(context),
    ...createChatAskers(context),
    ...createLeaveChat(context),
    ...createMoveChat(context),
    ...createRequests(context),
    ...createMadeRequests(context),
    ...createDrafts(context),
    ...createPosts(context),
    ...createReceivedAnswers(context),
    ...createAnswers(context),
    ...createCards(context),
    ...createStarts(context),
    ...createMultisigs(context),
    ...createMultisigChecks(context),
    ...createMultisigLinks(context),
    ...createAccountChecks(context),
    ...createOpenCollection(context),
    ...createFindCollections(context),
    ...createCollections(context),
    ...createWords(context),
    ...createCompleteCollection(context),
    ...createTendCollections(context),
    ...createSweep(context),
  }
}

/** Subjects are kept as keyed hashes: what is counted tells nobody who asked. */
function createRateLimits({
  database,
  cipher,
}: Pick<SqlContext, 'database' | 'cipher'>): RateLimits {
  const hash = (subject: string) => Buffer.from(cipher.lookup(subject)).toString('base64url')
  return {
    takeRequest: (subject, rate, now) => database.rateLimits.takeRequest(hash(subject), rate, now),
    waitOf: (subject, rate, now) => database.rateLimits.waitOf(hash(subject), rate, now),
  }
}
