import { serve } from '@hono/node-server'
import type { Hono } from 'hono'

/** Serves on a free loopback port until stopped. */
export function listenFor(app: Hono): Promise<{ url: string; stop: () => Promise<void> }> {
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
      resolve({
        url: `http://127.0.0.1:${port}`,
        stop: () => new Promise((done) => void server.close(() => done())),
      }),
    )
  })
}
