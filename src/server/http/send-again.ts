import type { HttpDeps } from './http-deps.ts'

/** Delivers an event once more, and wakes a webhook that had enough. */
export async function sendAgain(
  eventId: string,
  { store, webhook, now, onEvent }: Pick<HttpDeps, 'store' | 'webhook' | 'now' | 'onEvent'>,
): Promise<'sent' | 'no-webhook' | 'not-found'> {
  if (webhook === null) return 'no-webhook'
  const isFound = await store.redeliver(eventId, now())
  if (!isFound) return 'not-found'
  await store.enableWebhook(webhook.url)
  onEvent()
  return 'sent'
}
