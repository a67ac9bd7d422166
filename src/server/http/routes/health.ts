import type { Hono } from 'hono'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { problemHeaders, getProblem } from '../route.ts'

/** Parts that the server cannot work without. The answer has only their names. */
type HealthPart = 'server' | 'database' | 'bot'

/** `/healthz`: the process answers. `/readyz`: it can also do its work. */
export function serveHealth(app: Hono<HttpEnv>, deps: HttpDeps): void {
  app.get('/healthz', (c) => c.text('ok'))

  app.get('/readyz', async (c) => {
    const missing = await missingParts(deps)
    if (missing.length === 0) return c.text('ready')
    const problem = getProblem('maintenance', c.get('requestId'))
    const body = { ...problem, title: `not ready: ${missing.join(', ')}`, missing }
    return new Response(JSON.stringify(body), { status: problem.status, headers: problemHeaders() })
  })
}

async function missingParts({
  store,
  log,
  isBotReady,
  isStopping,
}: HttpDeps): Promise<HealthPart[]> {
  if (isStopping()) return ['server']
  const missing: HealthPart[] = []
  try {
    await store.ping()
  } catch (error) {
    log.error({ error }, 'not ready: the database does not answer')
    missing.push('database')
  }
  if (!isBotReady()) missing.push('bot')
  return missing
}
