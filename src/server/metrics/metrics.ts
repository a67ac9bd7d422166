import type { ClientPlatform } from '#shared/client-platform.ts'
import type { Family } from '#shared/wallet.ts'

/** Services outside of this process that we query or notify. */
export type Upstream =
  | 'telegram'
  | 'toncenter'
  | 'evm-rpc'
  | 'safe-service'
  | 'wallets-list'
  | 'webhook'

/** The outcome of one try to deliver an event. */
type DeliveryOutcome = 'delivered' | 'retrying' | 'dead' | 'disabled'

export type Gauges = {
  /** Age of the oldest event that still has to be delivered, in seconds; 0 when none has. */
  deliveryQueueAgeS: number
}

/**
 * The server's own metrics. Every label comes from a closed list, so no caller can increase the number of series, and
 * nothing is about a member.
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
  /** Time of the check of a proof alone, without the chain. */
  proofChecked(family: Family, ms: number): void
  delivery(outcome: DeliveryOutcome, ms: number): void
  upstream(name: Upstream, outcome: 'ok' | 'failed'): void
  /** For the admin view: the health of each upstream service since the start. */
  upstreams(): { name: Upstream; health: 'up' | 'down' | 'unknown'; failures: number }[]
  /** The Prometheus exposition, and its content type. The caller reads the gauges at that moment. */
  expose(gauges: Gauges): Promise<{ contentType: string; text: string }>
}
