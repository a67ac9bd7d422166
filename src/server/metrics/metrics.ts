import type { ClientPlatform } from '#shared/client-platform.ts'
import type { Family } from '#shared/wallet.ts'

/** Whom we ask, or tell, outside of this process. */
export type Upstream =
  | 'telegram'
  | 'toncenter'
  | 'evm-rpc'
  | 'safe-service'
  | 'wallets-list'
  | 'webhook'

/** What became of one try to deliver an event. */
type DeliveryOutcome = 'delivered' | 'retrying' | 'dead' | 'disabled'

export type Gauges = {
  /** Age of the oldest event that still has to be delivered, in seconds; 0 when none has. */
  deliveryQueueAgeS: number
}

/**
 * What the server counts of itself. Every label comes from a closed list, so no caller can grow the
 * number of series; nothing in it is about a member.
 */
export interface Metrics {
  /** @param route the pattern, never the path */
  request(served: { method: string; route: string; status: number; ms: number }): void
  attemptSettled(settled: {
    /** `linked`, `cancelled`, `expired` or a problem code. */
    outcome: string
    family: Family
    platform: ClientPlatform
    walletApp: string | null
  }): void
  /** Time of the pure check of a proof, without the chain. */
  proofChecked(family: Family, ms: number): void
  delivery(outcome: DeliveryOutcome, ms: number): void
  upstream(name: Upstream, outcome: 'ok' | 'failed'): void
  /** For the admin view: how each upstream fared since the start. */
  upstreams(): { name: Upstream; health: 'up' | 'down' | 'unknown'; failures: number }[]
  /** The Prometheus exposition, and its content type. Gauges are read by the caller, at that moment. */
  expose(gauges: Gauges): Promise<{ contentType: string; text: string }>
}
