import type { Rate, RateLimit } from '../store/database/rate-limits.ts'
import type { StoredUser } from '../store/database/stored.ts'

/** How often one member may have proofs signed by Telegram: each time takes two calls, and reads every proof. */
const LAUNCH_RATE: Rate = { perSecond: 40 / 3_600, burst: 20 }

/** How often a member may ask for a launch that signs a proof, or submit one. */
export function launchLimit({ telegramId }: Pick<StoredUser, 'telegramId'>): RateLimit {
  return { subject: `launches:${telegramId}`, rate: LAUNCH_RATE }
}

/**
 * How often one member may look multisigs up on the chains: each look-up queries all chains, and services of others.
 */
const MULTISIG_RATE: Rate = { perSecond: 0.2, burst: 20 }

/** How often the chains are queried about an address for a member. */
export function multisigLimit({ telegramId }: Pick<StoredUser, 'telegramId'>): RateLimit {
  return { subject: `multisigs:${telegramId}`, rate: MULTISIG_RATE }
}

/** How often the bot sends one member a file: twenty a day, five of them in a row. */
const FILE_RATE: Rate = { perSecond: 20 / 86_400, burst: 5 }

/** How often a member may have a file sent. */
export function fileLimit({ telegramId }: Pick<StoredUser, 'telegramId'>): RateLimit {
  return { subject: `files:${telegramId}`, rate: FILE_RATE }
}

/** How often one member may export: their data, or a table of all members who answered. */
const EXPORT_RATE: Rate = { perSecond: 0.1, burst: 10 }

/** How often a member may export. */
export function exportLimit({ telegramId }: Pick<StoredUser, 'telegramId'>): RateLimit {
  return { subject: `exports:${telegramId}`, rate: EXPORT_RATE }
}

/**
 * How many connect requests one member may make, in the app and in chats together: ten an hour, five of them in a row.
 */
const REQUEST_RATE: Rate = { perSecond: 10 / 3_600, burst: 5 }

/** How often a member may make a connect request. */
export function requestLimit({ telegramId }: Pick<StoredUser, 'telegramId'>): RateLimit {
  return { subject: `requests:${telegramId}`, rate: REQUEST_RATE }
}

/** How often one member may share: a prepared message costs a call to Telegram, and a card a row in the database. */
const SHARING_RATE: Rate = { perSecond: 0.2, burst: 30 }

/** How often a member may make a card, or have a message prepared. */
export function sharingLimit({ telegramId }: Pick<StoredUser, 'telegramId'>): RateLimit {
  return { subject: `sharing:${telegramId}`, rate: SHARING_RATE }
}

/**
 * Each query makes two requests to every TON API, and without a key an API answers one request per second for all
 * members together.
 */
const TON_CHAIN_RATE: Rate = { perSecond: 0.1, burst: 5 }

/** How often one member's proofs may cause a query to the TON chain. */
export function tonChainLimit({ telegramId }: Pick<StoredUser, 'telegramId'>): RateLimit {
  return { subject: `ton-chain:${telegramId}`, rate: TON_CHAIN_RATE }
}
