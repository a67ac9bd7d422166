import type { DeliveryState } from '#shared/api/admin/get-overview.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import type { EpochMs, StoredUser, StoredWallet } from './stored.ts'
import type { StoredEvent } from './stored-event.ts'

/** A member as the operator's code knows them. */
export type OperatorUser = Pick<StoredUser, 'id' | 'telegramId'>

/**
 * Where wallets are looked for. EVM: the address with its checksum; what a key answers for and what
 * contracts on any chain answer for is found under it.
 */
export type WalletKey =
  | { family: 'ton'; network: TonNetwork; address: string }
  | { family: 'evm'; address: string }

/** A wallet and who has it. */
export type HeldWallet = { wallet: StoredWallet; user: OperatorUser }

/** Events that leave the server; the others are told to members only. */
export type HostEventType =
  | 'wallet.linked'
  | 'wallet.moved'
  | 'wallet.unlinked'
  | 'wallet.stale'
  | 'multisig.completed'
  | 'request.answered'
  | 'request.withdrawn'
  | 'user.deleted'
export type StoredHostEvent = Extract<StoredEvent, { type: HostEventType }>

/** An event with the Telegram ids of the members whom it names; those who deleted themselves have none. */
export type OperatorEvent = { event: StoredHostEvent; telegramIds: ReadonlyMap<string, string> }

/** Places grow in the order in which events may be read: none appears before one that was seen. */
type PositionedEvent = OperatorEvent & { position: number }

/** How far a reader got. `eventId`: of the event there; null for the start, or where nobody wrote it down. */
export type EventPosition = { position: number; eventId: string | null }

/** An event on its way to the webhook. `tries` counts the leases before this one. */
export type PendingDelivery = OperatorEvent & { tries: number }

/** What became of a try. */
export type DeliveryResult =
  | { state: 'delivered' }
  /** `isCounted`: false for a try that says nothing of the event. @default true */
  | { state: 'retrying'; nextAt: EpochMs; error: string; isCounted?: boolean }
  | { state: 'dead'; error: string }

export type StoredDelivery = {
  eventId: string
  type: HostEventType
  state: DeliveryState
  tries: number
  error: string | null
  createdAt: EpochMs
  nextAt: EpochMs | null
}

export type DeliveryOverview = {
  counts: Record<DeliveryState, number>
  /** When the oldest event was written that still has to arrive; null when none has. */
  oldestAt: EpochMs | null
  /** The dead ones first, then those that are retried, then the newest; at most 50. */
  deliveries: StoredDelivery[]
}

/** What the operator's own code reads, and what is on its way to it. */
export interface HostStore {
  /** Wallets linked to an address, those linked first coming first; `next` is where to go on. */
  findWalletsAt(
    key: WalletKey,
    page: HostPage,
  ): Promise<{ held: HeldWallet[]; next: string | null }>
  /** Unlinks on the operator's confirmation; false when there is no such wallet. The member is told. */
  unlinkHeldWallet(id: string, now: EpochMs): Promise<boolean>

  /** Events after a place, in their order. One that cannot be read is skipped, and logged by the caller. */
  listHostEvents(page: { after: number; limit: number }): Promise<PositionedEvent[]>
  /** Whether a reader who got so far has read this history: false after a restore that took it back, or wrote it anew. */
  isOfThisHistory(position: EventPosition): Promise<boolean>

  /**
   * Events that are due, leased until `leaseUntil` so that no second process sends them too. An event is due only
   * when no earlier event about any of its members waits: each member's events arrive in order.
   */
  leaseDeliveries(now: EpochMs, leaseUntil: EpochMs, limit: number): Promise<PendingDelivery[]>
  settleDelivery(sequence: number, result: DeliveryResult, now: EpochMs): Promise<void>
  /** Delivers once more, as if for the first time; false when there is no such event. */
  redeliver(eventId: string, now: EpochMs): Promise<boolean>
  /** Brings what waits after a failed try forward to now. */
  flushDeliveries(now: EpochMs): Promise<void>
  /** When the next delivery is due; null when none waits. */
  nextDeliveryAt(): Promise<EpochMs | null>
  deliveryOverview(): Promise<DeliveryOverview>
  /** When the oldest event was written that still has to arrive; null when none has. */
  oldestDeliveryAt(): Promise<EpochMs | null>

  /** The receiver wants nothing more (410). Holds for this URL, over restarts. */
  disableWebhook(url: string, now: EpochMs): Promise<void>
  enableWebhook(url: string): Promise<void>
  isWebhookDisabled(url: string): Promise<boolean>
  /** The receiver asked to be left alone until then. */
  pauseWebhook(url: string, until: EpochMs): Promise<void>
  /** Until when the receiver is left alone; null when it is not. */
  webhookPausedUntil(url: string, now: EpochMs): Promise<EpochMs | null>
}

/** A page of a list: what follows the cursor `after`, at most `limit`. */
export type HostPage = { after: string | null; limit: number }
