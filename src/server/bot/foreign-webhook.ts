import type { Api } from 'grammy'
import type { WebhookInfo } from 'grammy/types'
import type { ProfileChange } from './profile-difference.ts'

/** Path of the route that takes updates, under PUBLIC_URL. */
export const WEBHOOK_PATH = '/telegram/webhook'

/** Another program answers for this bot: its webhook is set, and the operator did not allow us to replace it. */
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
 * @param info Telegram's present webhook
 * @param ours whether an address is, or may have been, our own webhook
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

/** Empty when no webhook blocks a bot that polls for updates. */
export function webhookRemoval(api: Api, { url = '' }: WebhookInfo): ProfileChange[] {
  if (!URL.canParse(url)) return []
  return [
    {
      sentence: `webhook: updates no longer go to ${new URL(url).host}; if your own bot answers there, set BOT_MODE=off`,
      apply: () => api.deleteWebhook(),
    },
  ]
}
