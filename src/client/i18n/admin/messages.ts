import type { DeliveryState, Overview } from '#shared/api/admin/get-overview.ts'
import type { ProblemCode } from '#shared/problem.ts'

type Upstream = Overview['upstreams'][number]

/** What an attempt fails of, as far as it has words of its own. */
type Cause = Extract<ProblemCode, `wallet-${string}` | `ton-${string}`>

/** What the admin view says, in one language. Numbers and dates come in ready to show. */
export type AdminMessages = {
  title: string
  refresh: string
  asOf: (time: string) => string
  none: string
  linked: {
    header: string
    /** Under the number of all. */
    now: string
    note: string
    /** What the chart shows, for those who do not see it. */
    chart: (about: { count: string; most: string; day: string }) => string
  }
  attempts: {
    header: string
    note: string
    outcomes: Record<'linked' | 'failed' | 'cancelled' | 'expired', string>
  }
  failing: {
    byClient: string
    byWallet: string
    /** What the two numbers of a line mean. */
    note: string
    unknownClient: string
    noWallet: string
    otherWallet: string
    causes: Record<Cause, string>
  }
  upstreams: {
    header: string
    /** Those of EVM chains are apart: see `../evm/messages.ts`. */
    names: Record<Exclude<Upstream['name'], 'evm-rpc'>, string>
    health: Record<Upstream['health'], string>
    failures: (count: string) => string
    note: string
  }
  deliveries: {
    header: string
    off: string
    offNote: string
    disabled: string
    states: Record<DeliveryState, string>
    waiting: string
    nothingWaits: string
    tries: (count: string) => string
    next: (time: string) => string
    again: string
    sentAgain: string
    all: (count: string) => string
  }
}
