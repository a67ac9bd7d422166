import { Hono } from 'hono'
import type { BuiltServer } from './start-built.ts'

/** Passes a call on to a server that lives, by turns; nobody answers while there is none. */
export function createBalancer(servers: ReadonlySet<BuiltServer>): Hono {
  let calls = 0
  return new Hono().all('*', async (c) => {
    const list = [...servers]
    const server = list[(calls += 1) % list.length]
    if (server === undefined) return c.text('nobody', 503)
    const { pathname, search } = new URL(c.req.url)
    const { method, headers } = c.req.raw
    const body = method === 'GET' ? null : await c.req.arrayBuffer()
    try {
      return await fetch(`${server.url}${pathname}${search}`, { method, headers, body })
    } catch {
      return c.text('gone', 502)
    }
  })
}
