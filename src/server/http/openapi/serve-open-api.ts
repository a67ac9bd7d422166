import type { Hono } from 'hono'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { createOpenApi } from './create-open-api.ts'

/** `/openapi.json`, made once: readable from any origin, for whatever shows or reads such documents. */
export function serveOpenApi(
  app: Hono<HttpEnv>,
  { boot, publicUrl }: Pick<HttpDeps, 'boot' | 'publicUrl'>,
): void {
  const json = JSON.stringify(createOpenApi({ appName: boot.appName, publicUrl }))
  app.get('/openapi.json', (c) => {
    c.header('content-type', 'application/json')
    c.header('access-control-allow-origin', '*')
    c.header('cache-control', 'public, max-age=300')
    return c.body(json)
  })
}
