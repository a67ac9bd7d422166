import { createHash, timingSafeEqual } from 'node:crypto'
import type { Hono } from 'hono'
import type { Gauges } from '../../metrics/metrics.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { credentials } from '../admission.ts'

const SECOND_MS = 1_000

/** Serves the metrics to Prometheus, which must present `METRICS_TOKEN` if that is set. */
export function serveMetrics(app: Hono<HttpEnv>, deps: HttpDeps): void {
  app.get('/metrics', async (c) => {
    if (!mayRead(deps.metricsToken, c.req.header('authorization'))) {
      return new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } })
    }
    const { contentType, text } = await deps.metrics.expose(await readGauges(deps))
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

/** Unknown gauges are NaN, because the counters matter most while the database is away. */
async function readGauges({ store, webhook, now, log }: HttpDeps): Promise<Gauges> {
  try {
    const oldestAt = await store.oldestDeliveryAt()
    return {
      deliveryQueueAgeS: webhook === null || oldestAt === null ? 0 : (now() - oldestAt) / SECOND_MS,
    }
  } catch (error) {
    log.error({ error }, 'metrics without the age of the queue')
    return { deliveryQueueAgeS: Number.NaN }
  }
}
