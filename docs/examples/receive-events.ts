import { Hono } from 'hono'
import { Webhook, WebhookVerificationError } from 'standardwebhooks'

/** Serves WEBHOOK_URL. An event counts only if it is signed with your WEBHOOK_SIGNING_SECRET. */
export function receiveEvents(signingSecret: string, onEvent: (event: unknown) => void): Hono {
  const webhook = new Webhook(signingSecret)
  return new Hono().post('/clasp', async (c) => {
    try {
      onEvent(webhook.verify(await c.req.text(), c.req.header()))
      return c.body(null, 204)
    } catch (error) {
      if (error instanceof WebhookVerificationError) return c.text('not signed by Clasp', 401)
      throw error
    }
  })
}
