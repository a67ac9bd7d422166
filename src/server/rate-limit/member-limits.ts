import type { Rate, RateLimit } from '../store/database/rate-limits.ts'
import type { StoredUser } from '../store/database/stored.ts'

/** How often one account may do what. The names are part of the subjects that are stored, so they stay. */
const RATES = {
  /** Launches that sign a proof, asked for or submitted. Each takes two calls, and reads every proof. */
  launches: { perSecond: 40 / 3_600, burst: 20 },
  /** Queries to the chains about an address: each queries all chains, and services of others. */
  multisigs: { perSecond: 0.2, burst: 20 },
  /**
   * Queries to the TON chain for a member's proofs. Each makes two requests to every TON API, and without a key an API
   * answers one request per second for all members together.
   */
  'ton-chain': { perSecond: 0.1, burst: 5 },
  /** Started cosignings: ten a day, at most five in a burst. */
  cosignings: { perSecond: 10 / 86_400, burst: 5 },
  /** Connect requests, made in the app and in chats together: ten an hour, five of them in a row. */
  requests: { perSecond: 10 / 3_600, burst: 5 },
  /** Look-ups of unknown codes: a member who follows links meets hardly any. */
  misses: { perSecond: 0.1, burst: 20 },
  /** Cards and prepared messages: a prepared message costs a call to Telegram, and a card a row in the database. */
  sharing: { perSecond: 0.2, burst: 30 },
  /** Exports of the member's own data, or of a table of all members who answered. */
  exports: { perSecond: 0.1, burst: 10 },
  /** Files that the bot sends: twenty a day, five of them in a row. */
  files: { perSecond: 20 / 86_400, burst: 5 },
} as const satisfies Record<string, Rate>

/** The limit is on the account, not the member, so deleting everything does not reset the count. */
export function memberLimit(
  kind: keyof typeof RATES,
  { telegramId }: Pick<StoredUser, 'telegramId'>,
): RateLimit {
  return { subject: `${kind}:${telegramId}`, rate: RATES[kind] }
}
