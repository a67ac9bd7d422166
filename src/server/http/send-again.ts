import type { Store } from '../store/store.ts'
import type { HttpDeps } from './http-deps.ts'

type SendDeps = Pick<HttpDeps, 'webhook' | 'now'> & {
  store: Pick<Store, 'redeliver' | 'enableWebhook'>
}

/** Queues an event once more, and enables a disabled webhook again. The caller kicks the deliveries. */
export async function sendAgain(
  eventId: string,
  { store, webhook, now }: SendDeps,
): Promise<'sent' | 'no-webhook' | 'not-found'> {
  if (webhook === null) return 'no-webhook'
  const isFound = await store.redeliver(eventId, now())
  if (!isFound) return 'not-found'
  await store.enableWebhook(webhook.url)
  return 'sent'
}
