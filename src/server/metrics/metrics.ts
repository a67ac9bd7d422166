import type { ClientPlatform } from '#shared/client-platform.ts'
import type { Family } from '#shared/wallet.ts'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Services outside of this process that we query or notify. */
const UPSTREAMS = [
  'telegram',
  'toncenter',
  'evm-rpc',
  'safe-service',
  'wallets-list',
  'evm-wallets',
  'webhook',
] as const
export type Upstream = (typeof UPSTREAMS)[number]

const UPSTREAM_OUTCOMES = ['ok', 'failed'] as const
type UpstreamOutcome = (typeof UPSTREAM_OUTCOMES)[number]

/** Outcomes of one try to deliver an event. */
const DELIVERY_OUTCOMES = ['delivered', 'retrying', 'dead', 'disabled'] as const
type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number]

/** What the server cannot work without. */
const HEALTH_PARTS = ['database', 'bot', 'schema', 'key', 'moved', 'server'] as const
export type HealthPart = (typeof HEALTH_PARTS)[number]

export type Gauges = {
  /** Age of the oldest event that still has to be delivered, in seconds; 0 when none has. */
  deliveryQueueAgeS: number
  /** Parts without which the server is not ready. */
  missing: readonly HealthPart[]
}

type ServedRequest = { method: string; route: string; status: number; ms: number }
type SettledAttempt = {
  /** `linked`, `cancelled`, `expired` or a problem code. */
  outcome: string
  family: Family
  platform: ClientPlatform
  walletApp: string | null
}

export type Metrics = ReturnType<typeof createMetrics>

const SECOND_MS = 1_000
/** In seconds. Most answers take milliseconds; two queries to a chain take up to eleven seconds. */
const REQUEST_BUCKETS_S = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 12]
/** In seconds. A check of a proof takes a fraction of a millisecond. */
const PROOF_BUCKETS_S = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05]
/** In seconds. A delivery is given up after 15. */
const DELIVERY_BUCKETS_S = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15]

/** Methods in the contract; any client may send one of HTTP's dozens of other methods. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * The server's own metrics, in a registry of their own, named by the rules of Prometheus, with those of the process.
 * Every label comes from a closed list, so no caller can increase the number of series, and nothing is about a member. A
 * series whose labels are known starts at zero: Prometheus sees no increase where one appears.
 *
 * @see https://prometheus.io/docs/practices/naming/
 */
export function createMetrics() {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const http = httpMetrics(registry)
  const linking = linkingMetrics(registry)
  const deliveries = deliveryMetrics(registry)
  const upstreams = upstreamMetrics(registry)
  const setReady = readyMetric(registry)
  return {
    /** `route`: the pattern, never the path. */
    request({ method, route, status, ms }: ServedRequest): void {
      const labels = { method: METHODS.has(method) ? method : 'other', route }
      http.requests.inc({ ...labels, status })
      http.seconds.observe(labels, ms / SECOND_MS)
    },
    attemptSettled({ outcome, family, platform, walletApp }: SettledAttempt): void {
      linking.attempts.inc({ outcome, family, platform, wallet: walletApp ?? 'none' })
    },
    /** Time of the check of a proof alone, without the chain. */
    proofChecked: (family: Family, ms: number): void =>
      linking.proofSeconds.observe({ family }, ms / SECOND_MS),
    delivery(outcome: DeliveryOutcome, ms: number): void {
      deliveries.total.inc({ outcome })
      deliveries.seconds.observe(ms / SECOND_MS)
    },
    upstream: (name: Upstream, outcome: UpstreamOutcome): void => upstreams.count(name, outcome),
    /** For the admin view: the health of each upstream service since the start. */
    upstreams: upstreams.list,
    /** The Prometheus exposition, and its content type. The caller reads the gauges at that moment. */
    async expose({ deliveryQueueAgeS, missing }: Gauges) {
      deliveries.queueAge.set(deliveryQueueAgeS)
      setReady(missing)
      return { contentType: registry.contentType, text: await registry.metrics() }
    },
  }
}

function httpMetrics(registry: Registry) {
  const registers = [registry]
  return {
    requests: new Counter({
      name: 'clasp_http_requests_total',
      help: 'Requests that were answered.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    seconds: new Histogram({
      name: 'clasp_http_request_seconds',
      help: 'Time from the request to its answer.',
      labelNames: ['method', 'route'],
      buckets: REQUEST_BUCKETS_S,
      registers,
    }),
  }
}

function linkingMetrics(registry: Registry) {
  const registers = [registry]
  return {
    attempts: new Counter({
      name: 'clasp_attempts_total',
      help: 'Attempts to link a wallet that have their outcome.',
      labelNames: ['outcome', 'family', 'platform', 'wallet'],
      registers,
    }),
    proofSeconds: new Histogram({
      name: 'clasp_proof_seconds',
      help: 'Time of the check of a proof, without the chain.',
      labelNames: ['family'],
      buckets: PROOF_BUCKETS_S,
      registers,
    }),
  }
}

function deliveryMetrics(registry: Registry) {
  const registers = [registry]
  const total = new Counter({
    name: 'clasp_deliveries_total',
    help: 'Tries to deliver an event to the webhook.',
    labelNames: ['outcome'],
    registers,
  })
  for (const outcome of DELIVERY_OUTCOMES) total.inc({ outcome }, 0)
  return {
    total,
    seconds: new Histogram({
      name: 'clasp_delivery_seconds',
      help: 'Time of one try to deliver an event.',
      buckets: DELIVERY_BUCKETS_S,
      registers,
    }),
    queueAge: new Gauge({
      name: 'clasp_delivery_queue_age_seconds',
      help: 'Age of the oldest event that still has to be delivered.',
      registers,
    }),
  }
}

/** Returns what sets it. */
function readyMetric(registry: Registry): (missing: readonly HealthPart[]) => void {
  const ready = new Gauge({
    name: 'clasp_ready',
    help: 'Whether a part is there without which the server is not ready: 1 or 0.',
    labelNames: ['part'],
    registers: [registry],
  })
  return (missing) => {
    for (const part of HEALTH_PARTS) ready.set({ part }, missing.includes(part) ? 0 : 1)
  }
}

function upstreamMetrics(registry: Registry) {
  const requests = new Counter({
    name: 'clasp_upstream_requests_total',
    help: 'Requests to others, by whether they could be used.',
    labelNames: ['upstream', 'outcome'],
    registers: [registry],
  })
  for (const upstream of UPSTREAMS)
    for (const outcome of UPSTREAM_OUTCOMES) requests.inc({ upstream, outcome }, 0)
  const last = new Map<Upstream, 'up' | 'down'>()
  const failures = new Map<Upstream, number>()
  return {
    count(name: Upstream, outcome: UpstreamOutcome): void {
      requests.inc({ upstream: name, outcome })
      last.set(name, outcome === 'ok' ? 'up' : 'down')
      if (outcome === 'failed') failures.set(name, (failures.get(name) ?? 0) + 1)
    },
    list: () =>
      UPSTREAMS.map((name) => ({
        name,
        health: last.get(name) ?? ('unknown' as const),
        failures: failures.get(name) ?? 0,
      })),
  }
}
