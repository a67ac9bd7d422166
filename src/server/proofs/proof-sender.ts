import type { ProofDocument } from '#proof/document.ts'
import type { StoredUser, StoredWallet } from '../store/stored.ts'

/** A link's proof on its way to its member. */
export type SentProof = { wallet: StoredWallet; document: ProofDocument }

/** `forbidden`: the bot may not write to the member · `failed`: Telegram did not take it this time. */
export type SendOutcome =
  | { outcome: 'delivered' | 'forbidden' }
  | { outcome: 'failed'; retryAfterMs: number | null }

/** Sends the proof to the member's private chat. Never rejects. */
export type SendProof = (member: StoredUser, proof: SentProof) => Promise<SendOutcome>
