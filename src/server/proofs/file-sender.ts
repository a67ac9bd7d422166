import type { ProofDocument } from '#proof/document.ts'
import type { StoredUser, StoredWallet } from '../store/database/stored.ts'

/** A file on its way to its member: a link's proof, the answers to a request, or all of the member's data. */
export type SentFile =
  | { kind: 'proof'; wallet: StoredWallet; document: ProofDocument }
  | { kind: 'people'; fileName: string; csv: string }
  | { kind: 'data'; document: object }

/** `forbidden`: the bot may not write to the member · `failed`: Telegram did not take it this time. */
export type SendOutcome =
  | { outcome: 'delivered' | 'forbidden' }
  | { outcome: 'failed'; retryAfterMs: number | null }

/** Sends the file to the member's private chat. Never rejects. */
export type SendFile = (member: StoredUser, file: SentFile) => Promise<SendOutcome>
