import { Webhook, WebhookVerificationError } from 'standardwebhooks'
import type { HostEvent } from '#shared/api/host/host-event.ts'
import { ClaspError } from './clasp-error.ts'
import { readEvent } from './read-event.ts'

/**
 * The event of a request to WEBHOOK_URL, if Clasp has signed it in the last five minutes. An event may come twice, with the same id.
 *
 * @param request its body is read as it came
 * @param signingSecret WEBHOOK_SIGNING_SECRET, `whsec_…`
 * @returns null for an event of a type that this version of the library does not know: answer it with 204 too
 * @throws ClaspError `webhook-unsigned`: answer it with 401
 */
export async function verifyWebhook(
  request: Pick<Request, 'headers' | 'text'>,
  signingSecret: string,
): Promise<HostEvent | null> {
  const webhook = new Webhook(signingSecret)
  const body = await request.text()
  try {
    return readEvent(webhook.verify(body, Object.fromEntries(request.headers)))
  } catch (cause) {
    if (cause instanceof WebhookVerificationError)
      throw new ClaspError('webhook-unsigned', { cause })
    throw cause
  }
}
