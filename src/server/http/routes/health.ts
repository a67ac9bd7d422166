import type { Context, Hono } from 'hono'
import { cacheAnswers } from '../../cache/cache-answers.ts'
import { VERSION } from '../../config/version.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { problemHeaders, getProblem } from '../route.ts'

/** Parts that the server cannot work without. The answer has only their names. */
type HealthPart = 'server' | 'schema' | 'database' | 'bot'

/** How long an answer of the database counts, in milliseconds. Everybody may call `/readyz`, and each call is a write. */
const DATABASE_ANSWER_MS = 1_000

/** Tells an operator which address a request counts against; `doctor` reads it. */
export const CALLER_HEADER = 'x-clasp-client'
/** The version that runs. `doctor` compares it with the one that is installed. */
export const VERSION_HEADER = 'x-clasp-version'

/** `/healthz`: the process answers. `/readyz`: it can also do its work. */
export function serveHealth(app: Hono<HttpEnv>, deps: HttpDeps): void {
  const askOnce = cacheAnswers<boolean>(1, () => performance.now())
  const takesWrites = () =>
    askOnce('database', async () => ({
      answer: await askDatabase(deps),
      cacheMs: DATABASE_ANSWER_MS,
    }))

  app.get('/healthz', (c) => {
    c.header('cache-control', 'no-store')
    c.header(CALLER_HEADER, describeCaller(c, deps))
    c.header(VERSION_HEADER, VERSION)
    return c.text('ok')
  })

  app.get('/readyz', async (c) => {
    const missing = await missingParts(deps, takesWrites)
    if (missing.length === 0) return c.text('ready')
    const problem = getProblem('maintenance', c.get('requestId'))
    const body = { ...problem, title: `not ready: ${missing.join(', ')}`, missing }
    return new Response(JSON.stringify(body), { status: problem.status, headers: problemHeaders() })
  })
}

/** The client's own address, or `unknown`, and how many entries its X-Forwarded-For had when it came here. */
function describeCaller(c: Context<HttpEnv>, { findCaller }: HttpDeps): string {
  const { address, isShared } = findCaller(c)
  const hops = c.req.header('x-forwarded-for')?.split(',').length ?? 0
  return `${isShared ? 'unknown' : address}; hops=${hops}`
}

async function missingParts(
  { isBotReady, findStop }: HttpDeps,
  takesWrites: () => Promise<boolean>,
): Promise<HealthPart[]> {
  const stop = findStop()
  if (stop !== null) return [stop]
  const missing: HealthPart[] = []
  if (!(await takesWrites())) missing.push('database')
  if (!isBotReady()) missing.push('bot')
  return missing
}

async function askDatabase({ store, log }: HttpDeps): Promise<boolean> {
  try {
    await store.ping()
    return true
  } catch (error) {
    log.error({ error }, 'not ready: the database does not answer')
    return false
  }
}
