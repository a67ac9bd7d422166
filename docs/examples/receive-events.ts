import { Hono } from 'hono'
// With the package: from 'clasp-telegram/host'.
import { ClaspError, type HostEvent, verifyWebhook } from '#host/main.ts'

/** Serves WEBHOOK_URL. An event counts only if it is signed with your WEBHOOK_SIGNING_SECRET. */
export function receiveEvents(signingSecret: string, onEvent: (event: HostEvent) => void): Hono {
  return new Hono()
    .post('/clasp', async (c) => {
      const event = await verifyWebhook(c.req.raw, signingSecret)
      if (event !== null) onEvent(event)
      return c.body(null, 204)
    })
    .onError((error, c) => {
      const isUnsigned = error instanceof ClaspError && error.code === 'webhook-unsigned'
      return isUnsigned ? c.text(error.message, 401) : c.text('try again', 500)
    })
}
