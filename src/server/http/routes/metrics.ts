import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { cacheAnswers } from '../../cache/cache-answers.ts'
import type { Gauges } from '../../metrics/metrics.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp, HttpEnv } from '../http-env.ts'
import { credentials } from '../admission.ts'

const SECOND_MS = 1_000
/** How long one answer is shown, in milliseconds: each reads the database. */
const READING_MS = SECOND_MS

type Deps = Pick<
  HttpDeps,
  'store' | 'webhook' | 'now' | 'log' | 'metrics' | 'metricsToken' | 'findMissing'
>

/** Serves the metrics to Prometheus on the address of everything else, with `METRICS_TOKEN` only. */
export function serveMetrics(app: HttpApp, deps: Deps): void {
  if (deps.metricsToken !== null) answerMetrics(app, deps)
}

/** Serves the metrics alone, for an address of their own; with the token if there is one. */
export function createMetricsHttp(deps: Deps): HttpApp {
  const app = new Hono<HttpEnv>()
  answerMetrics(app, deps)
  return app
}

function answerMetrics(app: HttpApp, deps: Deps): void {
  const { metrics, metricsToken } = deps
  const askOnce = cacheAnswers<Awaited<ReturnType<typeof metrics.expose>>>(1, () =>
    performance.now(),
  )
  app.get('/metrics', async (c) => {
    if (!mayRead(metricsToken, c.req.header('authorization'))) {
      return new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } })
    }
    const { contentType, text } = await askOnce('', async () => ({
      answer: await metrics.expose(await readGauges(deps)),
      cacheMs: READING_MS,
    }))
    c.header('content-type', contentType)
    c.header('cache-control', 'no-store')
    return c.body(text)
  })
}

/** Compares in constant time, whatever the lengths. */
function mayRead(token: string | null, header: string | undefined): boolean {
  if (token === null) return true
  const presented = credentials('Bearer', header)
  return presented !== undefined && timingSafeEqual(sha256(presented), sha256(token))
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

async function readGauges(deps: Deps): Promise<Gauges> {
  const [deliveryQueueAgeS, missing] = await Promise.all([readQueueAge(deps), deps.findMissing()])
  return { deliveryQueueAgeS, missing }
}

/** NaN where it is unknown, because the counters matter most while the database is away. */
async function readQueueAge({ store, webhook, now, log }: Deps): Promise<number> {
  try {
    const oldestAt = await store.oldestDeliveryAt()
    return webhook === null || oldestAt === null ? 0 : (now() - oldestAt) / SECOND_MS
  } catch (error) {
    log.error({ error }, 'metrics without the age of the queue')
    return Number.NaN
  }
}
