import type { Server } from 'node:http'
import { serve } from '@hono/node-server'
import type { HttpApp } from '../http/http-env.ts'

/** How long requests in flight may take once the server stops, in milliseconds. */
const DRAIN_MS = 5_000
/** How often a stopping server closes idle connections, in milliseconds. */
const HANG_UP_MS = 50

/**
 * How long a client may take, in milliseconds. A socket that sends nothing, or very slowly, ends. An idle connection
 * outlasts that of the proxy (75 s with nginx), because one that ends here as the proxy sends a request loses it.
 */
const TIMEOUT = {
  keepAliveTimeout: 80_000,
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
}

export type HttpListener = { port: number; close(): Promise<void> }

/** Listens and answers the port, which matters if the given port is 0. Rejects if it cannot listen. */
export function listen(
  app: HttpApp,
  { host, port }: { host: string; port: number },
): Promise<HttpListener> {
  return new Promise((resolve, reject) => {
    const options = { fetch: app.fetch, hostname: host, port, serverOptions: TIMEOUT }
    const server = serve(options, (info) =>
      resolve({ port: info.port, close: () => drain(server) }),
    )
    server.once('error', reject)
  })
}

/** Takes no new request, lets those in flight finish, and cuts those that outlive the time to drain. */
function drain(server: ReturnType<typeof serve>): Promise<void> {
  return new Promise((resolve) => {
    // A keep-alive connection becomes idle only after its answer.
    const hangUp = setInterval(() => closeIdle(server), HANG_UP_MS)
    const cut = setTimeout(() => closeAll(server), DRAIN_MS)
    server.close(() => {
      clearInterval(hangUp)
      clearTimeout(cut)
      resolve()
    })
    closeIdle(server)
  })
}

function closeIdle(server: ReturnType<typeof serve>): void {
  if (isHttp1(server)) server.closeIdleConnections()
}

function closeAll(server: ReturnType<typeof serve>): void {
  if (isHttp1(server)) server.closeAllConnections()
}

function isHttp1(server: ReturnType<typeof serve>): server is Server {
  return 'closeIdleConnections' in server
}
