import type { Language } from '#shared/languages.ts'
import type { Family } from '#shared/wallet.ts'
import type { HostPage, OperatorUser } from './host-store.ts'
import type { StoredChat } from './chat-store.ts'
import type { EpochMs, StoredUser, StoredWallet } from './stored.ts'

/** Who asks. `gone`: a member who has deleted everything. */
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
  /** After how many answers it takes no more; null without end. */
  maxAnswers: number | null
  /** From which a wallet may answer. */
  families: Family[]
  createdAt: EpochMs
  expiresAt: EpochMs
  closedAt: EpochMs | null
}

/** A request with how many have answered and not taken it back. */
export type CountedRequest = { request: StoredRequest; answered: number }

/** How far the bot's message about a request is; `left` is one that it cannot change any more. */
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
  /** The message that the bot is to write into the chat; null for none. */
  message: { language: Language; threadId: number | null } | null
}

export type StoredAnswer = { walletId: string | null; answeredAt: EpochMs }

/** An answer as the member who gave it sees it. */
export type GivenAnswer = StoredAnswer & { requestCode: string; withdrawnAt: EpochMs | null }

/** An answer as the request's owner sees it; the wallet is gone once unlinked or withdrawn. */
export type StoredReceivedAnswer = {
  user: OperatorUser
  wallet: StoredWallet | null
  answeredAt: EpochMs
  withdrawnAt: EpochMs | null
}

/** An answer as the member sees it who made the request. */
export type PersonalAnswer = Omit<StoredReceivedAnswer, 'user'> & { user: StoredUser }

export type AnswerOutcome =
  | { outcome: 'answered'; request: StoredRequest; answer: StoredAnswer }
  | { outcome: 'closed' }
  | { outcome: 'full' }
  | { outcome: 'not-found' }

export interface RequestStore {
  /**
   * Closed from the start when the bot has left the chat.
   *
   * @throws {MemberGoneError}
   */
  createRequest(request: NewRequest): Promise<StoredRequest>
  findRequest(code: string): Promise<StoredRequest | undefined>
  /** A request of this member's making, with its count and message. */
  findMadeRequest(code: string, userId: string): Promise<MadeRequestRow | undefined>
  /** The newest first; inline drafts that nobody has sent are left out. */
  listMadeRequests(userId: string, limit: number): Promise<MadeRequestRow[]>
  /**
   * The member's request for inline mode that nobody has sent or answered yet, if it is younger than `freshAfter` and asks
   * for the same families.
   */
  findDraft(
    draft: { userId: string; families: readonly Family[] },
    times: { now: EpochMs; freshAfter: EpochMs },
  ): Promise<StoredRequest | undefined>
  /**
   * The same, or a new one with `code`.
   *
   * @throws {MemberGoneError}
   */
  draftRequest(
    draft: { code: string; userId: string; families: readonly Family[] },
    times: { now: EpochMs; freshAfter: EpochMs; expiresAt: EpochMs },
  ): Promise<StoredRequest>
  /** The member has sent the draft into some chat: it is a request now. False when it is not theirs. */
  sendDraft(
    draft: { code: string; userId: string },
    times: { now: EpochMs; expiresAt: EpochMs },
  ): Promise<boolean>
  /** Closes it for good and lets its messages say so; undefined when it is not this maker's. Closing twice changes nothing. */
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
  /** How many have answered and not taken it back. */
  countAnswers(code: string): Promise<number>
  /** In the order in which they came. */
  listAnswers(
    code: string,
    page: HostPage,
  ): Promise<{ answers: StoredReceivedAnswer[]; next: string | null }>
  /** The newest first, at most `limit`. */
  listPeople(code: string, limit: number): Promise<PersonalAnswer[]>
  /** All of them in the order in which they came, some at a time. */
  readPeople(code: string): AsyncIterable<PersonalAnswer>
  /** Every answer that the member gave, withdrawn ones too, the oldest first. */
  listGivenAnswers(userId: string): Promise<GivenAnswer[]>
  /** The member's own answer, if it stands. */
  findAnswer(code: string, userId: string): Promise<StoredAnswer | undefined>
  /**
   * Answers with a wallet of the member's, writes `request.answered` with its receipt, and lets the request's messages count
   * it; the same answer again changes nothing. A wallet of a family that the request does not ask for is `not-found`. An
   * answer that takes the place of the member's own is never `full`. Whether the member is in the chat is for the
   * caller to ask before.
   */
  answerRequest(
    answer: { code: string; userId: string; walletId: string },
    now: EpochMs,
  ): Promise<AnswerOutcome>
  /** Takes the answer back and writes `request.withdrawn`; false when there was none. */
  withdrawAnswer(target: { code: string; userId: string }, now: EpochMs): Promise<boolean>
}
