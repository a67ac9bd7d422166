import { createApiKeys } from './api-keys/api-keys.ts'
import { createAccountChecks } from './accounts/account-checks.ts'
import { createAnswers } from './requests/answers.ts'
import { createAttempts } from './linking/attempts.ts'
import { createCards } from './cards/cards.ts'
import { createChatRequesters } from './chats/chat-requesters.ts'
import { createChats } from './chats/chats.ts'
import { createConsents } from './linking/consents.ts'
import { createDeleteUser } from './members/delete-user.ts'
import { createDeliveries } from './events/deliveries.ts'
import { createDeliveryOverview } from './events/delivery-overview.ts'
import { createDisabledWebhooks } from './events/disabled-webhooks.ts'
import { createDrafts } from './requests/drafts.ts'
import { createHeldWallets } from './linking/held-wallets.ts'
import { createHostEvents } from './events/host-events.ts'
import { createPreparedQueries } from './prepared-queries.ts'
import { createIdempotencyKeys } from './api-keys/idempotency-keys.ts'
import { createLeaveChat } from './chats/leave-chat.ts'
import { createLinkWallet } from './linking/link-wallet.ts'
import { createMadeRequests } from './requests/made-requests.ts'
import { createMoveChat } from './chats/move-chat.ts'
import { createCosignings } from './multisigs/cosignings.ts'
import { createCompleteCosigning } from './multisigs/complete-cosigning.ts'
import { createFindCosignings } from './multisigs/find-cosignings.ts'
import { createMultisigChecks } from './multisigs/multisig-checks.ts'
import { createMultisigLinks } from './multisigs/multisig-links.ts'
import { createMultisigs } from './multisigs/multisigs.ts'
import { createOpenCosigning } from './multisigs/open-cosigning.ts'
import { createCloseDueCosignings } from './multisigs/close-due-cosignings.ts'
import { createConfirmations } from './multisigs/confirmations.ts'
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
import type { SqlContext } from './transaction.ts'

/** The store over either dialect. */
export function createSqlStore(parts: Omit<SqlContext, 'prepared'>): Store {
  const context = { ...parts, prepared: createPreparedQueries(parts.database) }
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
    ...createChatRequesters(context),
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
    ...createOpenCosigning(context),
    ...createFindCosignings(context),
    ...createCosignings(context),
    ...createConfirmations(context),
    ...createCompleteCosigning(context),
    ...createCloseDueCosignings(context),
    ...createSweep(context),
  }
}

/** Subjects are stored as keyed hashes, so the counts do not reveal who made the requests. */
function createRateLimits({
  database,
  cipher,
}: Pick<SqlContext, 'database' | 'cipher'>): RateLimits {
  const hash = (subject: string) => Buffer.from(cipher.lookup(subject)).toString('base64url')
  return {
    consume: (subject, rate, now) => database.rateLimits.consume(hash(subject), rate, now),
    retryAfter: (subject, rate, now) => database.rateLimits.retryAfter(hash(subject), rate, now),
  }
}
