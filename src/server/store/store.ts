import type { AttemptState } from '#shared/attempt.ts'
import type { Hex } from '#shared/hex.ts'
import type { Language } from '#shared/languages.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { Family, ProvenTonWallet, ProvenWallet, TonNetwork } from '#shared/wallet.ts'
import type { AttemptClient } from '#shared/client-platform.ts'
import type { AccountStore } from './account-store.ts'
import type { ApiKeyStore } from './api-key-store.ts'
import type { CardStore } from './card-store.ts'
import type { ChatStore } from './chat-store.ts'
import type { HostStore } from './host-store.ts'
import type { MultisigStore } from './multisig-store.ts'
import type { AttemptAccount, EpochMs, StoredUser, StoredWallet } from './stored.ts'
import type { PostStore } from './post-store.ts'
import type { RateLimits } from './rate-limits.ts'
import type { RequestStore } from './request-store.ts'
import type { StartStore } from './start-store.ts'
import type { StatisticsStore } from './statistics-store.ts'
import type { StoredEvent } from './stored-event.ts'

/** An account's details from Telegram, at sign-in or in an update to the bot. */
export type TelegramProfile = {
  telegramId: string
  firstName: string
  username: string | null
  /** The language of Telegram's client. It does not replace the member's own choice. */
  language: Language
  /** true when Telegram reports it now; null when this source does not know, and the stored value stays. */
  mayMessage: boolean | null
}

export type StoredAttempt = {
  id: string
  userId: string
  family: Family
  /** `expired` is derived: an unsettled attempt whose time has passed reads as expired. */
  state: AttemptState
  nonce: string
  /** The text to sign. EVM: written for `account`; TON: null if the operator does not require one. */
  message: string | null
  account: AttemptAccount | null
  walletApp: string | null
  client: AttemptClient | null
  /** The connect request that the attempt will answer. */
  requestCode: string | null
  /** The cosigning in which this attempt gives one owner's confirmation, and whether it shows the owner's name. */
  cosign: { code: string; showsName: boolean } | null
  /** The cosigning that links this attempt's multisig. */
  cosigningCode: string | null
  errorCode: ProblemCode | null
  walletId: string | null
  createdAt: EpochMs
  expiresAt: EpochMs
}

/** `attemptId`: the only attempt that the session may act on; null if it may act on everything of its member. */
type StoredSession = { user: StoredUser; attemptId: string | null }

/** An attempt that has ended. `lastState` is the last state before an attempt expired. */
export type EndedAttempt = StoredAttempt & { lastState: AttemptState }

/** A question that waits for the answer of a wallet's holder. */
export type StoredConsent = {
  attemptId: string
  network: TonNetwork
  address: string
  holderId: string
  expiresAt: EpochMs
}

/**
 * The result of claiming an attempt with a valid proof. `linked`: the wallet is the member's; `relinked` shows that it
 * already was (a re-verification). `awaiting-consent`: another account holds the wallet and must answer. A proof that
 * showed a text names the requester's account, so it moves such a wallet immediately: `linked`, with `formerUserId`.
 * The other outcomes refuse and change nothing.
 */
export type LinkOutcome =
  | {
      outcome: 'linked'
      wallet: StoredWallet
      relinked: boolean
      first: boolean
      formerUserId: string | null
    }
  | { outcome: 'awaiting-consent'; consent: StoredConsent }
  | { outcome: 'attempt-settled' }
  | { outcome: 'attempt-expired' }
  | { outcome: 'wallet-limit' }
  /**
   * Another member holds the wallet, and only one TON API reported the key that signed the text. Nothing is claimed.
   */
  | { outcome: 'key-unconfirmed' }

export type ConsentOutcome =
  | { outcome: 'moved'; wallet: StoredWallet; formerUserId: string }
  | { outcome: 'kept' }
  | { outcome: 'not-found' }
  | { outcome: 'wallet-limit' }

/**
 * An event that the bot still has to send. There is one receipt per event, even if two members get it.
 * `tries` counts the leases before this one.
 */
export type PendingReceipt = { event: StoredEvent; tries: number }

/** The member was deleted while the call was under way. */
export class MemberGoneError extends Error {
  override name = 'MemberGoneError'
}

/**
 * Everything that outlives a request. One implementation (`sql-store.ts`) over two dialects.
 * Every method is one statement or one transaction. A method that checks and marks does both in the same transaction.
 * Only outages and {@link MemberGoneError} throw.
 */
export interface Store
  extends
    AccountStore,
    ApiKeyStore,
    CardStore,
    ChatStore,
    HostStore,
    MultisigStore,
    PostStore,
    RateLimits,
    RequestStore,
    StartStore,
    StatisticsStore {
  /** Fingerprints of the bot's texts and buttons that we have set, by the name of the field. */
  readBotProfile(): Promise<Record<string, string>>
  saveBotProfile(profile: Record<string, string>): Promise<void>
  /** Throws unless the database takes a write within two seconds. */
  ping(): Promise<void>
  /**
   * Writes a complete and consistent copy into a file that does not exist yet, while the store is in use. SQLite only:
   * over Postgres it rejects, because `pg_dump` does that.
   */
  backup(path: string): Promise<void>
  close(): Promise<void>

  /** Creates or updates the member of a Telegram account. */
  saveUser(profile: TelegramProfile, now: EpochMs): Promise<StoredUser>
  findUser(id: string): Promise<StoredUser | undefined>
  findUserByTelegramId(telegramId: string): Promise<StoredUser | undefined>
  /** Stores the report of Telegram, or the result of sending a message. This overrides the report of the app. */
  setMayMessage(userId: string, mayMessage: boolean): Promise<void>
  /** The app reports that the member allowed messages, so the bot tries to send the next message. */
  reportWriteAccess(userId: string): Promise<void>
  /**
   * The app and the bot use this language for the member from now on. Null returns to Telegram's language.
   *
   * @throws {MemberGoneError}
   */
  chooseLanguage(userId: string, language: Language | null): Promise<StoredUser>
  /**
   * Deletes the member and all that belongs to them. An event `user.deleted` stays. Owners who signed in a cosigning
   * that the member had started are notified that it has ended.
   */
  deleteUser(userId: string, now: EpochMs): Promise<void>

  /**
   * @param tokenHash SHA-256 of the token: the token itself is never stored.
   * @throws {MemberGoneError}
   */
  openSession(session: { tokenHash: Uint8Array; userId: string; expiresAt: EpochMs }): Promise<void>
  /** The live session of this token; undefined if unknown or expired. */
  findSession(tokenHash: Uint8Array, now: EpochMs): Promise<StoredSession | undefined>
  closeSession(tokenHash: Uint8Array): Promise<void>

  /**
   * Creates a one-time ticket for one attempt of this member that still waits for its proof; false if there is no such
   * attempt. A new ticket replaces the attempt's earlier one.
   *
   * @param ticketHash SHA-256 of the ticket: the ticket itself is never stored.
   */
  createTicket(
    ticket: { ticketHash: Uint8Array; attemptId: string; userId: string; expiresAt: EpochMs },
    now: EpochMs,
  ): Promise<boolean>
  /**
   * Spends the ticket and opens a session for its one attempt, in one transaction. The session ends when the attempt
   * expires. Undefined for a ticket that is unknown, spent or expired, or whose attempt is over.
   */
  redeemTicket(
    ticket: { ticketHash: Uint8Array; tokenHash: Uint8Array },
    now: EpochMs,
  ): Promise<{ user: StoredUser; attemptId: string; expiresAt: EpochMs } | undefined>

  /**
   * Creates an attempt in state `created`, unless the member has made `limit` of them since `since`. Counts and inserts
   * in one transaction.
   *
   * @throws {MemberGoneError}
   */
  createAttempt(
    attempt: {
      userId: string
      family: Family
      nonce: string
      /**
       * TON: the text to sign; null if the operator does not require one. EVM: null, because the text names the
       * account.
       */
      message: string | null
      client: AttemptClient | null
      requestCode: string | null
      cosign: StoredAttempt['cosign']
      now: EpochMs
      expiresAt: EpochMs
    },
    window: { limit: number; since: EpochMs },
  ): Promise<StoredAttempt | 'too-many-attempts'>
  /** One attempt of this member; undefined also when it is somebody else's. */
  findAttempt(id: string, userId: string, now: EpochMs): Promise<StoredAttempt | undefined>
  listAttempts(userId: string, now: EpochMs): Promise<StoredAttempt[]>
  /**
   * The newest live attempt that has reached a wallet. An attempt that was only created is not worth resuming.
   */
  findUnderWay(userId: string, now: EpochMs): Promise<StoredAttempt | undefined>
  /**
   * Moves an attempt to `change.state` if its current state allows it (`statesBefore`) and it has not expired. Returns
   * the attempt as it then is; undefined if this member has no such attempt.
   */
  advanceAttempt(
    target: { id: string; userId: string },
    change: AttemptChange,
    now: EpochMs,
  ): Promise<StoredAttempt | undefined>

  /**
   * Fixes the account of an attempt that has no proof yet, and the text that its wallet must sign. The attempt is then
   * `awaiting-signature`. Returns the attempt as it then is. If this same account is already fixed, it keeps its
   * message.
   *
   * @param expiresAt until when the text may be signed; null leaves the attempt its time
   */
  fixAccount(
    target: { id: string; userId: string },
    fixed: { account: AttemptAccount; message: string; expiresAt: EpochMs | null },
    now: EpochMs,
  ): Promise<StoredAttempt | undefined>

  /**
   * Attempts that are settled or expired, marked as taken. Each is returned to exactly one caller, however and in
   * whichever process it ended.
   */
  takeOutcomes(now: EpochMs, limit: number): Promise<EndedAttempt[]>

  /**
   * Claims the attempt's nonce and links the proven wallet, with event and state, in one transaction. Among any number
   * of concurrent claims of one attempt exactly one is not `attempt-settled`. A proof that showed a `text`, or its
   * `hash`, claims only an attempt that is `awaiting-signature` for this same account, or `awaiting-consent` for this
   * same wallet. Any other proof claims only an attempt without an account. This also answers the request that the
   * attempt is for, unless only members of a chat may answer it. Then the caller checks the membership and calls
   * `answerRequest` next.
   *
   * @param consentExpiresAt until when a holder on another account may answer, if there is one
   */
  linkWallet(link: {
    attemptId: string
    userId: string
    proven: ProvenWallet
    /** The proof's signature, stored encrypted as evidence. */
    signature: Uint8Array
    /** EIP-191 hash of the message, hex, that a contract account accepted; null for a key's proof. */
    acceptedHash: Hex | null
    now: EpochMs
    consentExpiresAt: EpochMs
    walletLimit: number
  }): Promise<LinkOutcome>

  /**
   * Raises the binding of the wallet that this attempt linked to `text`, with an event
   * `wallet.linked`. Undefined if that wallet is no longer the member's. Repeating the call is harmless.
   */
  raiseBinding(raise: {
    attemptId: string
    userId: string
    proven: ProvenTonWallet
    signature: Uint8Array
    now: EpochMs
  }): Promise<StoredWallet | undefined>

  listWallets(userId: string): Promise<StoredWallet[]>
  findWallet(id: string, userId: string): Promise<StoredWallet | undefined>
  setLabel(id: string, userId: string, label: string | null): Promise<StoredWallet | undefined>
  setPrimary(id: string, userId: string): Promise<StoredWallet | undefined>
  /**
   * False when there was none. If the primary wallet is unlinked, the oldest remaining one becomes primary. Other
   * members' questions about the wallet are rejected, because unlinking gives it to no other member.
   */
  unlinkWallet(id: string, userId: string, now: EpochMs): Promise<boolean>

  /** Questions that wait for this member, as the holder of a wallet. */
  listConsents(holderId: string, now: EpochMs): Promise<StoredConsent[]>
  answerConsent(
    answer: { attemptId: string; holderId: string; answer: 'move' | 'keep'; walletLimit: number },
    now: EpochMs,
  ): Promise<ConsentOutcome>

  /** True for exactly one caller per Telegram update_id. */
  claimUpdate(updateId: number, now: EpochMs): Promise<boolean>

  /** Receipts that are due, leased until `leaseUntil` so that no second process sends them too. */
  leaseReceipts(now: EpochMs, leaseUntil: EpochMs, limit: number): Promise<PendingReceipt[]>
  /** The receipt was sent, or can never be sent. */
  settleReceipt(sequence: number): Promise<void>
  /** The member allows the bot to write, so receipts that waited for that are due now. */
  flushReceipts(userId: string, now: EpochMs): Promise<void>
  /** The receipt is tried again at `nextAt`. */
  retryReceipt(sequence: number, nextAt: EpochMs): Promise<void>

  /**
   * Deletes expired sessions, attempts (counted first), update ids, consents and Idempotency-Keys; events that are no
   * longer needed; and idle members without a wallet. The newest event stays, so that no sequence is used twice.
   */
  sweep(retention: Retention, now: EpochMs): Promise<void>
}

/** How long data is stored, in milliseconds. */
export type Retention = {
  /** Settled and expired attempts. Also applies to ended sessions and seen updates. */
  attemptsMs: number
  /** Events that were delivered, or that need no delivery. */
  eventsMs: number
  /** Members who have no wallet linked, since they were last seen. */
  idleMembersMs: number
}

export type AttemptChange =
  | { state: 'opened' }
  | { state: 'awaiting-wallet'; walletApp: string | null }
  | { state: 'failed'; errorCode: ProblemCode }
  | { state: 'cancelled' }
