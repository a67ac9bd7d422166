import type { DeliveryState } from '#shared/api/admin/get-overview.ts'
import type { TonNetwork } from '#shared/wallet.ts'
import type { EpochMs, StoredUser, StoredWallet } from './stored.ts'
import type { StoredEvent } from './stored-event.ts'

/** A member as the operator's code knows them. */
export type OperatorUser = Pick<StoredUser, 'id' | 'telegramId'>

/**
 * The key of a search for wallets. EVM: the address with its checksum. The search finds the account of a key, and
 * contract accounts on all chains.
 */
export type WalletKey =
  | { family: 'ton'; network: TonNetwork; address: string }
  | { family: 'evm'; address: string }

/** A wallet and its holder. */
export type HeldWallet = { wallet: StoredWallet; user: OperatorUser }

/** Events that leave the server. Other events are for members only. */
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

/** An event with the Telegram ids of the members whom it names. Members who deleted their account have none. */
export type OperatorEvent = { event: StoredHostEvent; telegramIds: ReadonlyMap<string, string> }

/** Positions grow in the order of reading: no event appears before one that a reader has seen. */
type PositionedEvent = OperatorEvent & { position: number }

/** How far a reader got. `eventId`: of the event at this position; null for the start, or if it was not recorded. */
export type EventPosition = { position: number; eventId: string | null }

/** An event on its way to the webhook. `tries` counts the leases before this one. */
export type PendingDelivery = OperatorEvent & { tries: number }

/** The result of a try. */
export type DeliveryResult =
  | { state: 'delivered' }
  /** `isCounted`: false for a try whose failure has nothing to do with the event. @default true */
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
  /** When the oldest undelivered event was written; null when there is none. */
  oldestAt: EpochMs | null
  /** Dead ones first, then retrying ones, then the newest; at most 50. */
  deliveries: StoredDelivery[]
}

/** The data that the host reads, and the deliveries to it. */
export interface HostStore {
  /** Wallets linked at an address, the oldest link first. `next` is the cursor of the next page. */
  findWalletsAt(
    key: WalletKey,
    page: HostPage,
  ): Promise<{ held: HeldWallet[]; next: string | null }>
  /** Unlinks a wallet at the operator's request and notifies the member; false when there is no such wallet. */
  unlinkHeldWallet(id: string, now: EpochMs): Promise<boolean>

  /** Events after a position, in their order. One that does not open is skipped and reported to `onUnreadable`. */
  listHostEvents(page: { after: number; limit: number }): Promise<PositionedEvent[]>
  /**
   * Whether a reader at this position has read this history; false after a restore that removed or replaced its part.
   */
  isOfThisHistory(position: EventPosition): Promise<boolean>

  /**
   * Events that are due, leased until `leaseUntil` so that no second process sends them too. An event is due only when
   * no earlier event about any of its members waits, so each member's events arrive in order.
   */
  leaseDeliveries(now: EpochMs, leaseUntil: EpochMs, limit: number): Promise<PendingDelivery[]>
  settleDelivery(sequence: number, result: DeliveryResult, now: EpochMs): Promise<void>
  /** Delivers once more, as if for the first time; false when there is no such event. */
  redeliver(eventId: string, now: EpochMs): Promise<boolean>
  /** Makes deliveries that wait after a failed try due now. */
  flushDeliveries(now: EpochMs): Promise<void>
  /** When the next delivery is due; null when none waits. */
  nextDeliveryAt(): Promise<EpochMs | null>
  deliveryOverview(): Promise<DeliveryOverview>
  /** When the oldest undelivered event was written; null when there is none. */
  oldestDeliveryAt(): Promise<EpochMs | null>

  /** The receiver wants no more events (410). This applies to the URL and survives restarts. */
  disableWebhook(url: string, now: EpochMs): Promise<void>
  enableWebhook(url: string): Promise<void>
  isWebhookDisabled(url: string): Promise<boolean>
  /** The receiver requested a pause until then. */
  pauseWebhook(url: string, until: EpochMs): Promise<void>
  /** Until when deliveries are paused; null when they are not. */
  webhookPausedUntil(url: string, now: EpochMs): Promise<EpochMs | null>
}

/** A page of a list: at most `limit` items after the cursor `after`. */
export type HostPage = { after: string | null; limit: number }
