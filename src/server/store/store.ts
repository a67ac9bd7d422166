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

/** What Telegram says of an account, at sign-in or in an update to the bot. */
export type TelegramProfile = {
  telegramId: string
  firstName: string
  username: string | null
  /** What Telegram's client speaks: it takes the place of no choice of the member's. */
  language: Language
  /** true when Telegram says so now; null when this source does not know and the stored value stays. */
  mayMessage: boolean | null
}

export type StoredAttempt = {
  id: string
  userId: string
  family: Family
  /** `expired` is derived: an unsettled attempt whose time has passed reads as expired. */
  state: AttemptState
  nonce: string
  /** The text to sign. EVM: written for `account`; TON: null where the owner asks for none. */
  message: string | null
  account: AttemptAccount | null
  walletApp: string | null
  client: AttemptClient | null
  /** The connect request that the attempt is to answer. */
  requestCode: string | null
  /** The cosigning in which one owner's confirmation is to be given by this attempt, and whether with the name. */
  cosign: { code: string; showsName: boolean } | null
  /** The cosigning that is to link this attempt's multisig. */
  cosigningCode: string | null
  errorCode: ProblemCode | null
  walletId: string | null
  createdAt: EpochMs
  expiresAt: EpochMs
}

/** `attemptId`: the one attempt that the session is for; null where it may do everything of its member. */
type StoredSession = { user: StoredUser; attemptId: string | null }

/** An attempt that has its outcome. `lastState` is how far an expired one came. */
export type EndedAttempt = StoredAttempt & { lastState: AttemptState }

/** The question that waits for the holder of a wallet. */
export type StoredConsent = {
  attemptId: string
  network: TonNetwork
  address: string
  holderId: string
  expiresAt: EpochMs
}

/**
 * What claiming an attempt with a valid proof led to. `linked`: the wallet is the member's;
 * `relinked` inside tells that it already was (a re-verification). `awaiting-consent`: another
 * account holds the wallet and is asked. A proof that shows a text names the account that asks, so
 * it moves such a wallet at once: `linked`, with `formerUserId`. The rest refuse and change nothing.
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
  /** Another member holds the wallet, and one TON API alone reported the key that signed the text. Nothing is claimed. */
  | { outcome: 'key-unconfirmed' }

export type ConsentOutcome =
  | { outcome: 'moved'; wallet: StoredWallet; formerUserId: string }
  | { outcome: 'kept' }
  | { outcome: 'not-found' }
  | { outcome: 'wallet-limit' }

/**
 * An event that the bot still has to tell: one receipt an event, also where two members are told.
 * `tries` counts the leases before this one.
 */
export type PendingReceipt = { event: StoredEvent; tries: number }

/** The member was deleted while the call was under way. */
export class MemberGoneError extends Error {
  override name = 'MemberGoneError'
}

/**
 * Everything that outlives a request. One implementation (`sql-store.ts`) over two dialects.
 * Every method is one statement or one transaction; methods that check and mark do both at once.
 * Outages throw; nothing else does but {@link MemberGoneError}.
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
  /** Fingerprints of the bot's texts and buttons that are ours, by the name of the field. */
  readBotProfile(): Promise<Record<string, string>>
  saveBotProfile(profile: Record<string, string>): Promise<void>
  /** Throws unless the database takes a write within two seconds. */
  ping(): Promise<void>
  /**
   * Writes a whole and consistent copy into a file that does not exist yet, while the store is in
   * use. SQLite only: over Postgres it rejects, because `pg_dump` is for that.
   */
  backup(path: string): Promise<void>
  close(): Promise<void>

  /** Makes or refreshes the member behind a Telegram account. */
  saveUser(profile: TelegramProfile, now: EpochMs): Promise<StoredUser>
  findUser(id: string): Promise<StoredUser | undefined>
  findUserByTelegramId(telegramId: string): Promise<StoredUser | undefined>
  /** What Telegram said, or what the delivery of a message showed. It settles what the app reported. */
  setMayMessage(userId: string, mayMessage: boolean): Promise<void>
  /** The app reports that the member allowed messages: the next message to the member is tried. */
  reportWriteAccess(userId: string): Promise<void>
  /**
   * From now on this is confirmed to the member, whatever Telegram says; again what Telegram says if null.
   *
   * @throws {MemberGoneError}
   */
  chooseLanguage(userId: string, language: Language | null): Promise<StoredUser>
  /**
   * Deletes the member and all that belongs to them; an event `user.deleted` stays. Owners who signed what the member had
   * started are informed that it has ended.
   */
  deleteUser(userId: string, now: EpochMs): Promise<void>

  /**
   * @param tokenHash SHA-256 of the token: the token itself is never stored.
   * @throws {MemberGoneError}
   */
  openSession(session: { tokenHash: Uint8Array; userId: string; expiresAt: EpochMs }): Promise<void>
  /** Whose a live session is, or undefined if unknown or expired. */
  findSession(tokenHash: Uint8Array, now: EpochMs): Promise<StoredSession | undefined>
  closeSession(tokenHash: Uint8Array): Promise<void>

  /**
   * A one-time ticket for one attempt of this member that still waits for its proof; false if there
   * is none. A newer ticket of the attempt ends the ones before it.
   *
   * @param ticketHash SHA-256 of the ticket: the ticket itself is never stored.
   */
  createTicket(
    ticket: { ticketHash: Uint8Array; attemptId: string; userId: string; expiresAt: EpochMs },
    now: EpochMs,
  ): Promise<boolean>
  /**
   * Spends the ticket and opens a session that may do its one attempt, and ends when that expires:
   * one transaction. Undefined for a ticket that is unknown, spent or expired, or whose attempt is over.
   */
  redeemTicket(
    ticket: { ticketHash: Uint8Array; tokenHash: Uint8Array },
    now: EpochMs,
  ): Promise<{ user: StoredUser; attemptId: string; expiresAt: EpochMs } | undefined>

  /**
   * A new attempt in state `created`, unless the member made `limit` of them since `since`:
   * counted and inserted in one transaction.
   *
   * @throws {MemberGoneError}
   */
  createAttempt(
    attempt: {
      userId: string
      family: Family
      nonce: string
      /** TON: the text to sign, null where the owner asks for none. EVM: null, because it names the account. */
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
   * The newest live attempt that has come as far as a wallet: one that was only made is nothing to go
   * back to.
   */
  findUnderWay(userId: string, now: EpochMs): Promise<StoredAttempt | undefined>
  /**
   * Moves an attempt to `change.state` if its present state allows it (`statesBefore`) and it has not
   * expired. Answers the attempt as it then is, or undefined if there is none of this member.
   */
  advanceAttempt(
    target: { id: string; userId: string },
    change: AttemptChange,
    now: EpochMs,
  ): Promise<StoredAttempt | undefined>

  /**
   * Fixes the account of an attempt that has no proof yet, and with it the text that its wallet is to
   * sign; the attempt is then `awaiting-signature`. Answers the attempt as it then is: where this
   * very account is fixed already, with the message that it has.
   *
   * @param expiresAt until when the text may be signed; null leaves the attempt its time
   */
  fixAccount(
    target: { id: string; userId: string },
    fixed: { account: AttemptAccount; message: string; expiresAt: EpochMs | null },
    now: EpochMs,
  ): Promise<StoredAttempt | undefined>

  /**
   * Attempts that are settled or out of time, marked as taken: each is given to one caller, once,
   * whichever way and in whichever process it ended.
   */
  takeOutcomes(now: EpochMs, limit: number): Promise<EndedAttempt[]>

  /**
   * Claims the attempt's nonce and links the proven wallet, with event and state, in one transaction.
   * Among any number of concurrent claims of one attempt exactly one is not `attempt-settled`.
   * A proof that showed a `text`, or its `hash`, claims only an attempt that is `awaiting-signature`
   * for this very account, or `awaiting-consent` for this very wallet; any other only one without an
   * account. The request that the attempt is for is answered too, unless that takes members of a chat only:
   * then whoever asked for the membership calls `answerRequest` next.
   *
   * @param consentExpiresAt until when a holder on another account may answer, if there is one
   */
  linkWallet(link: {
    attemptId: string
    userId: string
    proven: ProvenWallet
    /** The proof's signature, stored encrypted as evidence. */
    signature: Uint8Array
    /** EIP-191 hash of the message, hex, that a contract account has accepted; null for a key's proof. */
    acceptedHash: Hex | null
    now: EpochMs
    consentExpiresAt: EpochMs
    walletLimit: number
  }): Promise<LinkOutcome>

  /**
   * Raises the binding of the wallet that this attempt linked to `text`, with an event
   * `wallet.linked`. Undefined if that wallet is no longer the member's. Again is harmless.
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
   * False when there was none. The oldest remaining wallet becomes primary if the primary one went.
   * Requests of others for the wallet are rejected: unlinking links it to nobody.
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
  /** The receipt was sent, or never can be. */
  settleReceipt(sequence: number): Promise<void>
  /** The member lets the bot write: what waited for that is due now. */
  flushReceipts(userId: string, now: EpochMs): Promise<void>
  /** The receipt is tried again at `nextAt`. */
  retryReceipt(sequence: number, nextAt: EpochMs): Promise<void>

  /**
   * Deletes what has had its time: sessions, attempts (counted first), update ids, consents and
   * Idempotency-Keys; events that nobody waits for; members without a wallet whom nobody has seen.
   * The newest event stays, so that no sequence is given twice.
   */
  sweep(retention: Retention, now: EpochMs): Promise<void>
}

/** For how long what is kept, in milliseconds. */
export type Retention = {
  /** Settled and expired attempts. Ended sessions and seen updates go with them. */
  attemptsMs: number
  /** Events that were delivered, or are not to be. */
  eventsMs: number
  /** Members who have no wallet linked, since they were last seen. */
  idleMembersMs: number
}

export type AttemptChange =
  | { state: 'opened' }
  | { state: 'awaiting-wallet'; walletApp: string | null }
  | { state: 'failed'; errorCode: ProblemCode }
  | { state: 'cancelled' }
