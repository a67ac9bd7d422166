import type { Api } from 'grammy'
import type { WebhookInfo } from 'grammy/types'
import type { ProfileChange } from './profile-difference.ts'

/** Path of the route that takes updates, under PUBLIC_URL. */
export const WEBHOOK_PATH = '/telegram/webhook'

/** Another program answers for this bot: its webhook is set, and we were not told to take it over. */
export class ForeignWebhookError extends Error {
  override name = 'ForeignWebhookError'
  /** Paths of others' webhooks often hold a token. */
  readonly host: string

  constructor(host: string) {
    super(`the bot has a webhook at ${host}`)
    this.host = host
  }
}

/**
 * @param info what Telegram has
 * @param ours addresses that our own webhook had, or may have had
 * @throws {ForeignWebhookError}
 */
export function refuseForeignWebhook({ url = '' }: WebhookInfo, ours: (url: URL) => boolean): void {
  if (!URL.canParse(url)) return
  const present = new URL(url)
  if (!ours(present)) throw new ForeignWebhookError(present.host)
}

/** Whether it is the webhook that a Clasp at this PUBLIC_URL sets. */
export function isWebhookOf(publicUrl: string, url: URL): boolean {
  return url.origin === new URL(publicUrl).origin && url.pathname === WEBHOOK_PATH
}

/** Empty when no webhook keeps updates from a bot that asks for them. */
export function webhookRemoval(api: Api, { url = '' }: WebhookInfo): ProfileChange[] {
  if (!URL.canParse(url)) return []
  return [
    {
      sentence: `webhook: updates no longer go to ${new URL(url).host}; if your own bot answers there, set BOT_MODE=off`,
      apply: () => api.deleteWebhook(),
    },
  ]
}
