import type { EpochMs, StoredUser, StoredWallet } from './store.ts'

export type StoredCard = { code: string; walletId: string; createdAt: EpochMs }

export type CardVerdict =
  | { kind: 'live'; card: StoredCard; wallet: StoredWallet; holder: StoredUser }
  /** Taken back, or its wallet is no longer linked. */
  | { kind: 'gone' }
  | { kind: 'unknown' }

/** Wallets that their holders show to whoever has the link. */
export interface CardStore {
  /** The wallet's live card, or a new one with `code`; undefined when the wallet is not this member's. */
  shareWallet(
    share: { code: string; walletId: string; userId: string },
    now: EpochMs,
  ): Promise<StoredCard | undefined>
  findCard(code: string): Promise<CardVerdict>
  listCards(userId: string): Promise<StoredCard[]>
  /** False when the member has no such live card. */
  revokeCard(card: { code: string; userId: string }, now: EpochMs): Promise<boolean>
}
