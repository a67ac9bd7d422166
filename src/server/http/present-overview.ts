import type { Overview } from '#shared/api/admin/get-overview.ts'
import { findUpdate } from '../config/version.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { DeliveryOverview, StoredDelivery } from '../store/events/delivery-overview.ts'
import type { AttemptTally } from '../store/statistics/statistics.ts'
import type { WalletsList } from '../wallets-list/wallets-list.ts'
import type { HttpDeps } from './http-deps.ts'
import { isoTime } from './views.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
/** Days that the view covers, today included. */
const DAYS = 30

type Deps = Pick<
  HttpDeps,
  'store' | 'now' | 'metrics' | 'walletsList' | 'webhook' | 'evmChains' | 'showsMembers'
>

type UpstreamHealth = ReturnType<Metrics['upstreams']>[number]

/** The admin view: counts and states, no personal data. */
export async function presentOverview(deps: Deps): Promise<Overview> {
  const { store, metrics, walletsList } = deps
  const now = deps.now()
  const days = lastDays(now)
  const since = now - (now % DAY_MS) - (DAYS - 1) * DAY_MS
  const [total, linkedByDay, tallies, webhook] = await Promise.all([
    store.countLinked(),
    store.linkedByDay(since),
    store.tallyAttempts(since, now),
    presentWebhook(deps, now),
  ])
  const counts = new Map(linkedByDay.map(({ day, count }) => [day, count]))
  return {
    hasMembers: deps.showsMembers,
    update: findUpdate(),
    linked: { total, byDay: days.map((day) => ({ day, count: counts.get(day) ?? 0 })) },
    attempts: mergeUnknownWallets(tallies, walletsList),
    upstreams: metrics.upstreams().filter((upstream) => isAsked(upstream, deps)),
    webhook,
  }
}

/** Those that every operator with EVM wallets has. */
const OF_EVM: ReadonlySet<UpstreamHealth['name']> = new Set(['evm-rpc', 'evm-wallets'])

/** Leaves out upstream services that the operator has not configured. */
function isAsked({ name, health }: UpstreamHealth, { webhook, evmChains }: Deps): boolean {
  if (name === 'webhook') return webhook !== null
  if (name === 'safe-service') return health !== 'unknown'
  return !OF_EVM.has(name) || evmChains !== null
}

/** UTC days up to today, the oldest first. */
function lastDays(now: number): string[] {
  return Array.from({ length: DAYS }, (_, index) =>
    isoTime(now - (DAYS - 1 - index) * DAY_MS).slice(0, 10),
  )
}

/** Unknown wallet apps lose their names; tallies that become equal are merged. */
function mergeUnknownWallets(tallies: AttemptTally[], walletsList: WalletsList): AttemptTally[] {
  const merged = new Map<string, AttemptTally>()
  for (const tally of tallies) {
    const { outcome, platform } = tally
    const walletApp = walletsList.publicName(tally.walletApp)
    const key = JSON.stringify([outcome, platform, walletApp])
    const count = tally.count + (merged.get(key)?.count ?? 0)
    merged.set(key, { outcome, platform, walletApp, count })
  }
  return [...merged.values()].sort((one, other) => other.count - one.count)
}

async function presentWebhook({ store, webhook }: Deps, now: number): Promise<Overview['webhook']> {
  if (webhook === null) return { state: 'off' }
  const [isDisabled, { counts, oldestAt, deliveries }] = await Promise.all([
    store.isWebhookDisabled(webhook.url),
    store.deliveryOverview(),
  ])
  return {
    state: isDisabled ? 'disabled' : 'on',
    counts,
    queueAgeS: ageS(oldestAt, now),
    deliveries: deliveries.map(presentDelivery),
  }
}

/** Processes' clocks differ: an event from the future has age 0. */
function ageS(oldestAt: DeliveryOverview['oldestAt'], now: number): number {
  return oldestAt === null ? 0 : Math.max(0, Math.floor((now - oldestAt) / 1_000))
}

function presentDelivery({ createdAt, nextAt, ...delivery }: StoredDelivery) {
  return { ...delivery, createdAt: isoTime(createdAt), nextAt: isoTime(nextAt) }
}
