import { VERSION } from '../../config/version.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp, HttpContext } from '../http-env.ts'
import { problemHeaders, getProblem } from '../route.ts'

/** Tells an operator which address a request counts against; `doctor` reads it. */
export const CALLER_HEADER = 'x-clasp-client'
/** The version that runs. `doctor` compares it with the one that is installed. */
export const VERSION_HEADER = 'x-clasp-version'

/** `/healthz`: the process answers. `/readyz`: it can also do its work; the answer has only the names of missing parts. */
export function serveHealth(app: HttpApp, deps: HttpDeps): void {
  app.get('/healthz', (c) => {
    c.header('cache-control', 'no-store')
    c.header(CALLER_HEADER, describeCaller(c, deps))
    c.header(VERSION_HEADER, VERSION)
    return c.text('ok')
  })

  app.get('/readyz', async (c) => {
    const missing = await deps.findMissing()
    if (missing.length === 0) return c.text('ready')
    const problem = getProblem('maintenance', c.get('requestId'))
    const body = { ...problem, title: `not ready: ${missing.join(', ')}`, missing }
    return new Response(JSON.stringify(body), { status: problem.status, headers: problemHeaders() })
  })
}

/** The client's own address, or `unknown`, and how many entries its X-Forwarded-For had when it came here. */
function describeCaller(c: HttpContext, { findCaller }: HttpDeps): string {
  const { address, isShared } = findCaller(c)
  const hops = c.req.header('x-forwarded-for')?.split(',').length ?? 0
  return `${isShared ? 'unknown' : address}; hops=${hops}`
}
