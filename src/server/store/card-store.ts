import type { EpochMs, StoredUser, StoredWallet } from './stored.ts'

export type StoredCard = {
  code: string
  walletId: string
  createdAt: EpochMs
  /** When it was first shared, as far as known; null while inline mode has only offered it. */
  sentAt: EpochMs | null
}

export type CardVerdict =
  | { kind: 'live'; card: StoredCard; wallet: StoredWallet; holder: StoredUser }
  /** Revoked, or its wallet is no longer linked. */
  | { kind: 'gone' }
  | { kind: 'unknown' }

/** Cards: wallets that their holders show to everybody who has the link. */
export interface CardStore {
  /** The wallet's live card, or a new one with `code`; undefined when the wallet is not this member's. */
  shareWallet(
    share: { code: string; walletId: string; userId: string },
    now: EpochMs,
  ): Promise<StoredCard | undefined>
  /** The same for inline mode, which needs the code before the card is sent. */
  offerCard(
    share: { code: string; walletId: string; userId: string },
    now: EpochMs,
  ): Promise<StoredCard | undefined>
  /** Notes that a card that was only offered is in a chat now. */
  noteCardSent(code: string, now: EpochMs): Promise<void>
  findCard(code: string): Promise<CardVerdict>
  /** Includes cards that were only offered. */
  listCards(userId: string): Promise<StoredCard[]>
  /** False when the member has no such live card. */
  revokeCard(card: { code: string; userId: string }, now: EpochMs): Promise<boolean>
}
