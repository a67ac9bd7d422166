import type { Language } from '#shared/languages.ts'
import type { Family } from '#shared/wallet.ts'
import type { HostPage, OperatorUser } from './host-store.ts'
import type { StoredChat } from './chat-store.ts'
import type { EpochMs, StoredUser, StoredWallet } from './stored.ts'

/** Who made the request. `gone`: a member who has deleted everything. */
export type RequestMaker =
  | { kind: 'key'; keyId: string }
  | { kind: 'member'; user: StoredUser }
  | { kind: 'gone' }

/** A connect request. `closedAt` ends it before its time. */
export type StoredRequest = {
  code: string
  maker: RequestMaker
  /** The chat that it was made for. */
  chat: StoredChat | null
  /** Whether only members of the chat may answer; false without a chat. */
  membersOnly: boolean
  /** How many answers it takes; null for no limit. */
  maxAnswers: number | null
  /** Families of the wallets that may answer. */
  families: Family[]
  createdAt: EpochMs
  expiresAt: EpochMs
  closedAt: EpochMs | null
}

/** A request with the number of its answers that are not withdrawn. */
export type CountedRequest = { request: StoredRequest; answered: number }

/** State of the bot's message about a request. `left`: the bot can no longer edit it. */
export type MessageState = 'none' | 'waiting' | 'sent' | 'left' | 'refused'

/** A request as its maker sees it. */
export type MadeRequestRow = CountedRequest & { message: MessageState }

export type NewRequest = {
  code: string
  by: { keyId: string } | { userId: string }
  families: readonly Family[]
  now: EpochMs
  expiresAt: EpochMs
  /** Our id of the chat. */
  chatId: string | null
  membersOnly: boolean
  maxAnswers: number | null
  /** The message that the bot writes into the chat; null for none. */
  message: { language: Language; threadId: number | null } | null
}

export type StoredAnswer = { walletId: string | null; answeredAt: EpochMs }

/** An answer as the member who gave it sees it. */
export type GivenAnswer = StoredAnswer & { requestCode: string; withdrawnAt: EpochMs | null }

/** An answer as the request's maker sees it. The wallet is null after it is unlinked or the answer is withdrawn. */
export type StoredReceivedAnswer = {
  user: OperatorUser
  wallet: StoredWallet | null
  answeredAt: EpochMs
  withdrawnAt: EpochMs | null
}

/** An answer as the member who made the request sees it. */
export type PersonalAnswer = Omit<StoredReceivedAnswer, 'user'> & { user: StoredUser }

export type AnswerOutcome =
  | { outcome: 'answered'; request: StoredRequest; answer: StoredAnswer }
  | { outcome: 'closed' }
  | { outcome: 'full' }
  | { outcome: 'not-found' }

export interface RequestStore {
  /**
   * Creates a request. It is closed from the start if the bot has left the chat.
   *
   * @throws {MemberGoneError}
   */
  createRequest(request: NewRequest): Promise<StoredRequest>
  findRequest(code: string): Promise<StoredRequest | undefined>
  /** A request that this member made, with its count and message. */
  findMadeRequest(code: string, userId: string): Promise<MadeRequestRow | undefined>
  /** The newest first. Unsent inline drafts are left out. */
  listMadeRequests(userId: string, limit: number): Promise<MadeRequestRow[]>
  /**
   * The member's inline draft that is not sent or answered yet, if it was made after `freshAfter` and is for the same
   * families.
   */
  findDraft(
    draft: { userId: string; families: readonly Family[] },
    times: { now: EpochMs; freshAfter: EpochMs },
  ): Promise<StoredRequest | undefined>
  /**
   * The same draft, or a new one with `code`.
   *
   * @throws {MemberGoneError}
   */
  draftRequest(
    draft: { code: string; userId: string; families: readonly Family[] },
    times: { now: EpochMs; freshAfter: EpochMs; expiresAt: EpochMs },
  ): Promise<StoredRequest>
  /** The member has sent the draft into a chat, so it is a request now. False when it is not theirs. */
  sendDraft(
    draft: { code: string; userId: string },
    times: { now: EpochMs; expiresAt: EpochMs },
  ): Promise<boolean>
  /**
   * Closes it permanently and updates its messages; undefined when it is not this maker's. Closing twice changes
   * nothing.
   */
  closeRequest(
    code: string,
    by: NewRequest['by'],
    now: EpochMs,
  ): Promise<CountedRequest | undefined>
  /** A closed one stays closed. */
  extendRequest(
    request: { code: string; by: NewRequest['by']; expiresAt: EpochMs },
    now: EpochMs,
  ): Promise<CountedRequest | undefined>
  /** The number of answers that are not withdrawn. */
  countAnswers(code: string): Promise<number>
  /** In the order in which they were given. */
  listAnswers(
    code: string,
    page: HostPage,
  ): Promise<{ answers: StoredReceivedAnswer[]; next: string | null }>
  /** The newest first, at most `limit`. */
  listPeople(code: string, limit: number): Promise<PersonalAnswer[]>
  /** All answers in the order in which they were given, read in pages. */
  readPeople(code: string): AsyncIterable<PersonalAnswer>
  /** Every answer that the member gave, withdrawn ones too, the oldest first. */
  listGivenAnswers(userId: string): Promise<GivenAnswer[]>
  /** The member's own answer, if it stands. */
  findAnswer(code: string, userId: string): Promise<StoredAnswer | undefined>
  /**
   * Answers with a wallet of the member's, writes `request.answered` with its receipt, and updates the count in the
   * request's messages. The same answer again changes nothing. A wallet of a family that the request does not accept is
   * `not-found`. An answer that replaces the member's own is never `full`. The caller must check before that the member
   * is in the chat.
   */
  answerRequest(
    answer: { code: string; userId: string; walletId: string },
    now: EpochMs,
  ): Promise<AnswerOutcome>
  /** Withdraws the answer and writes `request.withdrawn`; false when there was none. */
  withdrawAnswer(target: { code: string; userId: string }, now: EpochMs): Promise<boolean>
}
