const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Oldest `auth_date` of `initData` that opens a session, in milliseconds. */
export const INIT_DATA_MAX_AGE_MS = HOUR
/** How far `auth_date` may lie ahead of our clock, in milliseconds. */
export const INIT_DATA_MAX_AHEAD_MS = MINUTE
/** How long a launch or a login by which Telegram signs a proof is awaited, in milliseconds. */
export const PROOF_LAUNCH_TTL_MS = 10 * MINUTE
/**
 * From what age, in milliseconds, the launch data of a proof is handed out: it opens no session any longer, by any clock
 * that is less than ten minutes off.
 */
export const PROOF_LAUNCH_SHARED_AFTER_MS = INIT_DATA_MAX_AGE_MS + 10 * MINUTE
/** How long after its end, in milliseconds, the token of a login is handed out with a proof: for clocks that are off. */
export const LOGIN_SHARED_AFTER_MS = 10 * MINUTE
/** Life of a session token, in milliseconds. */
export const SESSION_TTL_MS = 12 * HOUR
/** Life of a TON attempt, in milliseconds. */
export const TON_ATTEMPT_TTL_MS = 5 * MINUTE
/** Life of an EVM attempt, in milliseconds. */
export const EVM_ATTEMPT_TTL_MS = 10 * MINUTE
/** Life of a cosigning, and of the attempt that it belongs to, in milliseconds. */
export const COSIGNING_TTL_MS = 72 * HOUR
/** How far a node may be behind its chain. */
export const NODE_LAG_MS = 10 * MINUTE
/** Oldest reading of a multisig that is shown or reported without reading the chain again, in milliseconds. */
export const MULTISIG_MAX_AGE_MS = HOUR
/** Oldest verdict of a linked contract account that is reported without querying it again, in milliseconds. */
export const ACCOUNT_MAX_AGE_MS = HOUR
/** How long it may take to recognise an address on all chains, in milliseconds; then what is known is shown. */
export const RECOGNITION_BUDGET_MS = 2 * SECOND
/** How often a screen polls a cosigning while it is visible and open, in milliseconds. */
export const COSIGNING_POLL_MS = 3 * SECOND
/** How long a text may be signed after the ton_proof before it, in milliseconds. */
export const TEXT_TTL_MS = 5 * MINUTE
/** Life of a one-time ticket for the browser, in milliseconds. */
export const TICKET_TTL_MS = 5 * MINUTE
/** How long a verified proof waits for the holder's consent, in milliseconds. */
export const CONSENT_TTL_MS = 24 * HOUR
/** How long a receipt waits for the member to allow the bot to write, in milliseconds. */
export const RECEIPT_TIMEOUT_MS = 10 * MINUTE
/** Oldest ton_proof timestamp, in seconds (the unit that wallets sign). */
export const PROOF_MAX_AGE_S = 300
/** How far a ton_proof timestamp may lie ahead of our clock, in seconds. */
export const PROOF_MAX_AHEAD_S = 30
/** Wallets one Telegram account may link. */
export const WALLETS_PER_USER = 10
/**
 * Attempts one Telegram account may start within {@link ATTEMPTS_WINDOW_MS}: more than a hesitant member needs. It only
 * limits how much one account can store, because no number of nonces makes a signature easier to forge.
 */
export const ATTEMPTS_PER_WINDOW = 30
/** Window of {@link ATTEMPTS_PER_WINDOW}, in milliseconds. */
export const ATTEMPTS_WINDOW_MS = 10 * MINUTE
/** Largest answer of a wallet that is sent to the server, in bytes. */
export const WALLET_ANSWER_MAX_BYTES = 64 * 1024
/** Longest wallet label, in graphemes. */
export const LABEL_MAX_GRAPHEMES = 32
/** How often the attempt screen polls the state while it is visible and pending, in milliseconds. */
export const ATTEMPT_POLL_MS = 1_500
/** How long "connecting" may last before the screen offers other ways, in milliseconds. */
export const WALLET_SILENCE_MS = 8_000
/** How long a code that was brought to the bot's chat waits for the app, in milliseconds. */
export const START_TTL_MS = 10 * MINUTE
/** How long an inline request that has not been sent yet is offered again under the same code, in milliseconds. */
export const DRAFT_TTL_MS = HOUR
/** Least time between two edits of one message that counts answers, in milliseconds: Telegram's limit. */
export const EDIT_PAUSE_MS = 3 * SECOND
/** Most bytes of the document of a proof. */
export const MAX_PROOF_BYTES = 256 * 1024
