import type { SqlContext } from './rows/transaction.ts'
import { createAccountChecks } from './accounts/account-checks.ts'
import { createAdminActions } from './admin/admin-actions.ts'
import { createAdmins } from './admin/admins.ts'
import { createExportLinks } from './admin/export-links.ts'
import { createListedMembers } from './admin/listed-members.ts'
import { createMemberEvents } from './admin/member-events.ts'
import { createHostEvents } from './events/host-events.ts'
import { createApiKeys } from './api-keys/api-keys.ts'
import { createIdempotencyKeys } from './api-keys/idempotency-keys.ts'
import { createCards } from './cards/cards.ts'
import { createChatRequesters } from './chats/chat-requesters.ts'
import { createChats } from './chats/chats.ts'
import { createRateLimits } from './database/rate-limits.ts'
import { createAskToJoin } from './doors/ask-to-join.ts'
import { createDoors } from './doors/doors.ts'
import { createJoinLists } from './doors/join-lists.ts'
import { createJoinTelling } from './doors/join-telling.ts'
import { createJoins } from './doors/joins.ts'
import { createDeliveries } from './events/deliveries.ts'
import { createDeliveryOverview } from './events/delivery-overview.ts'
import { createDisabledWebhooks } from './events/disabled-webhooks.ts'
import { createReceipts } from './events/receipts.ts'
import { createAttempts } from './linking/attempts.ts'
import { createConsents } from './linking/consents.ts'
import { createHeldWallets } from './linking/held-wallets.ts'
import { createLinkWallet } from './linking/link-wallet.ts'
import { createOutcomes } from './linking/outcomes.ts'
import { createProofLaunches } from './linking/proof-launches.ts'
import { createProofs } from './linking/proofs.ts'
import { createUnlinkedWallets } from './linking/unlinked-wallets.ts'
import { createWallets } from './linking/wallets.ts'
import { createOpenLinks } from './links/open-links.ts'
import { createDeleteUser } from './members/delete-user.ts'
import { createStarts } from './members/starts.ts'
import { createTickets } from './members/tickets.ts'
import { createSessions, createUsers } from './members/users.ts'
import { createCloseDueCosignings } from './multisigs/close-due-cosignings.ts'
import { createCompleteCosigning } from './multisigs/complete-cosigning.ts'
import { createConfirmations } from './multisigs/confirmations.ts'
import { createCosignings } from './multisigs/cosignings.ts'
import { createFindCosignings } from './multisigs/find-cosignings.ts'
import { createMultisigs } from './multisigs/multisigs.ts'
import { createMultisigLinks } from './multisigs/multisig-links.ts'
import { createOpenCosigning } from './multisigs/open-cosigning.ts'
import { createAnswers } from './requests/answers.ts'
import { createRequests } from './requests/requests.ts'
import { createMadeRequests } from './requests/made-requests.ts'
import { createPosts } from './requests/posts.ts'
import { createReceivedAnswers } from './requests/received-answers.ts'
import { reviewJoins } from './rows/join-rows.ts'
import { createPreparedQueries } from './rows/prepared-queries.ts'
import { createStatistics } from './statistics/statistics.ts'
import { createBotProfile } from './upkeep/bot-profile.ts'
import { createUpkeep } from './upkeep/upkeep.ts'
import { createKeyChange } from './upkeep/key-change.ts'
import { createNameUpkeep } from './upkeep/name-upkeep.ts'
import { createSetTimesBack } from './upkeep/set-times-back.ts'
import { createSweep } from './upkeep/sweep.ts'

/**
 * Everything that outlives a request. One implementation over two dialects, with a factory for each part of an area.
 * Every method is one statement or one transaction. A method that checks and marks does both in the same transaction.
 * Only outages and `MemberGoneError` throw.
 */
export interface Store extends ReturnType<typeof createSqlStore> {}

export function createSqlStore(parts: Omit<SqlContext, 'sql' | 'prepared' | 'follow'>) {
  const prepared = createPreparedQueries(parts.database)
  const context = { ...parts, sql: parts.database.read, prepared, follow: reviewJoins }
  return {
    ...createMemberAreas(context),
    ...createOperatorAreas(context),
    ...createAccountChecks(context),
    ...createCards(context),
    ...createOpenLinks(context),
    ...createStatistics(context),
    ...createRateLimits(parts.database.rateLimits, parts.cipher),
    getTokenSeeds: parts.cipher.getTokenSeeds,
    adminLinkKeys: parts.cipher.keys,
  }
}

/** Areas of what members do, in the app and in chats, that have several parts. */
function createMemberAreas(context: SqlContext) {
  return {
    // Members, their sessions and one-time tickets, and the start parameters that wait for them.
    ...createUsers(context),
    ...createDeleteUser(context),
    ...createSessions(context),
    ...createTickets(context),
    ...createStarts(context),
    // Attempts to link a wallet, the linked wallets, and the consents that their holders give.
    ...createAttempts(context),
    ...createLinkWallet(context),
    ...createConsents(context),
    ...createOutcomes(context),
    ...createProofs(context),
    ...createProofLaunches(context),
    ...createWallets(context),
    ...createUnlinkedWallets(context),
    ...createHeldWallets(context),
    // Known multisigs, cosignings, and the links that rest on them.
    ...createMultisigs(context),
    ...createMultisigLinks(context),
    ...createOpenCosigning(context),
    ...createFindCosignings(context),
    ...createCosignings(context),
    ...createConfirmations(context),
    ...createCompleteCosigning(context),
    ...createCloseDueCosignings(context),
    // Connect requests, the answers to them, and posts: the bot's messages about them.
    ...createRequests(context),
    ...createMadeRequests(context),
    ...createAnswers(context),
    ...createReceivedAnswers(context),
    ...createPosts(context),
    // Groups that have or had the bot, and their administrators who have used it.
    ...createChats(context),
    ...createChatRequesters(context),
    // The doors of groups, and who asks to join.
    ...createDoors(context),
    ...createAskToJoin(context),
    ...createJoins(context),
    ...createJoinLists(context),
    ...createJoinTelling(context),
  }
}

/** The same of what the operator and their code see and do, and of what the server does by itself. */
function createOperatorAreas(context: SqlContext) {
  return {
    // Receipts to members, the events that the host reads, and their delivery to its webhook.
    ...createReceipts(context),
    ...createHostEvents(context),
    ...createDeliveries(context),
    ...createDeliveryOverview(context),
    ...createDisabledWebhooks(context),
    // Keys of the host API, and the replies to requests under an Idempotency-Key.
    ...createApiKeys(context),
    ...createIdempotencyKeys(context),
    // Who is an admin by a link, what admins see of the members, and what they did.
    ...createAdminActions(context),
    ...createAdmins(context),
    ...createExportLinks(context),
    ...createListedMembers(context),
    ...createMemberEvents(context),
    // The database's own state, the bot's profile, and the sweep of what is no longer needed.
    ...createUpkeep(context),
    ...createBotProfile(context),
    ...createKeyChange(context),
    ...createNameUpkeep(context),
    ...createSetTimesBack(context),
    ...createSweep(context),
  }
}
