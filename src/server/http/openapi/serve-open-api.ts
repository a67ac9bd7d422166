import type { Hono } from 'hono'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { createOpenApi } from './create-open-api.ts'

/** `/openapi.json`, made at the first request. Readable from any origin, for tools that show or read such documents. */
export function serveOpenApi(
  app: Hono<HttpEnv>,
  { boot, publicUrl }: Pick<HttpDeps, 'boot' | 'publicUrl'>,
): void {
  let json: string | undefined
  app.get('/openapi.json', (c) => {
    json ??= JSON.stringify(createOpenApi({ appName: boot.appName, publicUrl }))
    c.header('content-type', 'application/json')
    c.header('access-control-allow-origin', '*')
    c.header('cache-control', 'public, max-age=300')
    return c.body(json)
  })
}
