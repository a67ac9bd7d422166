import { Hono } from 'hono'
import { isAddress } from 'viem'
import * as v from 'valibot'
import type { Relay } from './relay.ts'
import type { Safes } from './safe.ts'

const ExceptSchema = v.object({ except: v.string() })

/** What the demo wallet asks of its surroundings: a Safe of its own, and trouble on the line. */
export function createEvmDemoRoutes({ relay, safes }: { relay: Relay; safes: Safes }): Hono {
  const routes = new Hono()
  routes.put('/safes/:owner', async (c) => {
    const owner = c.req.param('owner')
    if (!isAddress(owner)) return c.json({ error: 'Not an address' }, 400)
    return c.json(await safes.create({ owners: [owner], threshold: 1 }))
  })
  routes.post('/relay/:how{drop|silence}', async (c) => {
    const body = v.safeParse(ExceptSchema, await c.req.json().catch(() => null))
    if (!body.success) return c.json({ error: 'Not a client of the relay' }, 400)
    if (c.req.param('how') === 'drop') relay.dropSockets(body.output.except)
    else relay.silenceSockets(body.output.except)
    return c.json({ done: true })
  })
  return routes
}
