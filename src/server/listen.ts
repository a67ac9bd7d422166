import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import type { Hono } from 'hono'
import type { HttpEnv } from './http/http-env.ts'

/** How long requests in flight may take once the server stops, in ms: less than the 10 s that containers grant. */
const DRAIN_MS = 7_000

export type Listener = { port: number; close(): Promise<void> }

/** Listens and answers the port, which matters when 0 was asked for. Rejects if it cannot listen. */
export function listen(
  app: Hono<HttpEnv>,
  { host, port }: { host: string; port: number },
): Promise<Listener> {
  return new Promise((resolve, reject) => {
    const server = serve({ fetch: app.fetch, hostname: host, port }, (info) =>
      resolve({ port: info.port, close: () => drain(server) }),
    )
    server.once('error', reject)
  })
}

/** Takes no new request, lets those in flight finish, and cuts what outlives the time to drain. */
function drain(server: ReturnType<typeof serve>): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => closeAll(server), DRAIN_MS)
    cut.unref()
    server.close(() => {
      clearTimeout(cut)
      resolve()
    })
    if (isHttp1(server)) server.closeIdleConnections()
  })
}

function closeAll(server: ReturnType<typeof serve>): void {
  if (isHttp1(server)) server.closeAllConnections()
}

function isHttp1(server: ReturnType<typeof serve>): server is Server {
  return 'closeIdleConnections' in server
}
