import type { Hono } from 'hono'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { problemResponse } from '../reply.ts'

/** `/healthz`: the process answers. `/readyz`: it can also do its work. */
export function serveHealth(app: Hono<HttpEnv>, { store, log }: HttpDeps): void {
  app.get('/healthz', (c) => c.text('ok'))

  app.get('/readyz', async (c) => {
    try {
      await store.ping()
      return c.text('ready')
    } catch (error) {
      log.error({ error }, 'not ready: the database does not answer')
      return problemResponse('maintenance', c.get('requestId'))
    }
  })
}
