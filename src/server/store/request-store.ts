import type { Family } from '#shared/wallet.ts'
import type { HostPage, OwnerUser } from './host-store.ts'
import type { EpochMs, StoredWallet } from './store.ts'

/** A connect request. `closedAt` ends it before its time. */
export type StoredRequest = {
  code: string
  /** The API key that made it. */
  keyId: string
  /** From which a wallet may answer. */
  families: Family[]
  createdAt: EpochMs
  expiresAt: EpochMs
  closedAt: EpochMs | null
}

export type StoredAnswer = { walletId: string | null; answeredAt: EpochMs }

/** An answer as the member who gave it sees it. */
export type GivenAnswer = StoredAnswer & { requestCode: string; withdrawnAt: EpochMs | null }

/** An answer as the request's maker sees it; the wallet is gone once unlinked or withdrawn. */
export type ReceivedAnswer = {
  user: OwnerUser
  wallet: StoredWallet | null
  answeredAt: EpochMs
  withdrawnAt: EpochMs | null
}

export type AnswerOutcome =
  | { outcome: 'answered'; request: StoredRequest; answer: StoredAnswer }
  | { outcome: 'closed' }
  | { outcome: 'not-found' }

export interface RequestStore {
  createRequest(request: {
    code: string
    keyId: string
    families: readonly Family[]
    now: EpochMs
    expiresAt: EpochMs
  }): Promise<StoredRequest>
  findRequest(code: string): Promise<StoredRequest | undefined>
  /** How many have answered and not taken it back. */
  countAnswers(code: string): Promise<number>
  /** In the order in which they came. */
  listAnswers(
    code: string,
    page: HostPage,
  ): Promise<{ answers: ReceivedAnswer[]; next: string | null }>
  /** Every answer that the member gave, withdrawn ones too, the oldest first. */
  listGivenAnswers(userId: string): Promise<GivenAnswer[]>
  /** The member's own answer, if it stands. */
  findAnswer(code: string, userId: string): Promise<StoredAnswer | undefined>
  /**
   * Answers with a wallet of the member's, and writes `request.answered`; the same answer again
   * changes nothing. A wallet of a family that the request does not ask for is `not-found`.
   */
  answerRequest(
    answer: { code: string; userId: string; walletId: string },
    now: EpochMs,
  ): Promise<AnswerOutcome>
  /** Takes the answer back and writes `request.withdrawn`; false when there was none. */
  withdrawAnswer(target: { code: string; userId: string }, now: EpochMs): Promise<boolean>
}
