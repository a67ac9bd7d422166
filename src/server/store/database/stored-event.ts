import type { DoorRule } from '#shared/door-rule.ts'
import type { JoinEnd, JoinReason, JoinState } from '#shared/join.ts'
import type { CosigningMethod, StaleReason } from '#shared/multisig.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import type { AttemptAccount, EpochMs, StoredWallet } from './stored.ts'

/** Why a consent was rejected: the holder kept the wallet, proved it again by text, or no longer has it. */
export const REFUSAL_REASONS = ['kept', 'proven', 'unlinked'] as const
export type RefusalReason = (typeof REFUSAL_REASONS)[number]

/** The updates about a cosigning that one member can get. */
export const COSIGNING_UPDATES = [
  /** Another owner has started it, and one of the member's linked wallets is an owner. */
  'asked',
  /** To the starter: one more confirmation has arrived. */
  'signed',
  /** To those who confirmed, except members who are notified of their own link. */
  'completed',
  'cancelled',
  'expired',
  /** To the starter, and to participants who have not confirmed. */
  'reminder',
  /** To those who confirmed: the link that they confirmed no longer holds. */
  'stale',
] as const
export type CosigningUpdate = (typeof COSIGNING_UPDATES)[number]

/** A fact that members or the host must learn, written in the transaction that made it true. */
export type StoredEvent = {
  /** Grows with each event. */
  sequence: number
  id: string
  createdAt: EpochMs
} & (
  | { type: 'wallet.linked'; userId: string; wallet: StoredWallet }
  | { type: 'wallet.moved'; userId: string; formerUserId: string; wallet: StoredWallet }
  /** `reason`: what an admin wrote for the member; null for none. */
  | {
      type: 'wallet.unlinked'
      userId: string
      wallet: StoredWallet
      by: 'member' | 'operator'
      reason: string | null
    }
  | { type: 'wallet.stale'; userId: string; wallet: StoredWallet; reason: StaleReason }
  | { type: 'multisig.completed'; userId: string; wallet: StoredWallet; owners: readonly string[] }
  /** An update about a cosigning that the bot sends to one member. `userId`: that member. */
  | { type: 'cosigning.updated'; userId: string; code: string; update: CosigningUpdate }
  /**
   * Notifies one owner who signed that the starter deleted their account, and the cosigning with it. It names no person
   * and no owner.
   */
  | { type: 'cosigning.ended'; userId: string; method: CosigningMethod; multisig: AttemptAccount }
  | { type: 'request.answered'; userId: string; wallet: StoredWallet; requestCode: string }
  | { type: 'request.withdrawn'; userId: string; requestCode: string }
  | {
      type: 'consent.asked'
      userId: string
      attemptId: string
      network: TonNetwork
      address: string
    }
  | { type: 'consent.refused'; userId: string; attemptId: string; reason: RefusalReason }
  /** `rule`: of the door; null where it is off, or cannot be read. */
  | ({ type: 'join.asked'; rule: DoorRule['kind'] | null } & AboutJoin)
  /** `provenBy`: the wallet that let the person in. */
  | ({ type: 'join.decided'; provenBy: StoredWallet | null } & AboutJoin & JoinOutcome)
  | ({ type: 'join.ended'; why: JoinEnd } & AboutJoin)
  | { type: 'user.deleted'; userId: string }
)

type AboutJoin = { userId: string; joinId: string; chat: { telegramId: string; title: string } }
type JoinOutcome = { state: Exclude<JoinState, 'asked'>; why: JoinReason }

/** Events that leave the server. Other events are for members only. */
export type HostEventType =
  | 'wallet.linked'
  | 'wallet.moved'
  | 'wallet.unlinked'
  | 'wallet.stale'
  | 'multisig.completed'
  | 'request.answered'
  | 'request.withdrawn'
  | 'join.asked'
  | 'join.decided'
  | 'join.ended'
  | 'user.deleted'
export type StoredHostEvent = Extract<StoredEvent, { type: HostEventType }>
