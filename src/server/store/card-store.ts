import type { EpochMs, StoredUser, StoredWallet } from './stored.ts'

export type StoredCard = {
  code: string
  walletId: string
  createdAt: EpochMs
  /** When it was first shared, as far as we know; null while inline mode has only offered it. */
  sentAt: EpochMs | null
}

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
  /** The same for inline mode, which needs the code before anybody has sent it. */
  offerCard(
    share: { code: string; walletId: string; userId: string },
    now: EpochMs,
  ): Promise<StoredCard | undefined>
  /** A card that was offered only is in some chat now. */
  noteCardSent(code: string, now: EpochMs): Promise<void>
  findCard(code: string): Promise<CardVerdict>
  /** Those that were only offered, too. */
  listCards(userId: string): Promise<StoredCard[]>
  /** False when the member has no such live card. */
  revokeCard(card: { code: string; userId: string }, now: EpochMs): Promise<boolean>
}
