import { WEBHOOK_PATH } from '#server/bot/foreign-webhook.ts'
import type { BotConfig } from '#server/config/config.ts'
import type { Probe } from '../ask.ts'
import { failure, type Finding, ok } from '../finding.ts'

type Deps = { bot: BotConfig; publicUrl: string; ask: Probe }

/** Whether a request without the secret is refused. The posted body is no update, so it can have no effect. */
export async function checkTelegramWebhookSecret({
  bot,
  publicUrl,
  ask,
}: Deps): Promise<Finding[]> {
  if (bot.mode !== 'webhook') return [ok(`BOT_MODE=${bot.mode}: no webhook to guard.`)]
  const answer = await ask(`${publicUrl}${WEBHOOK_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  if (answer.kind === 'no-answer') {
    return [failure(`The webhook does not answer (${answer.reason}).`, 'Check the proxy.')]
  }
  return [judge(answer.status)]
}

function judge(status: number): Finding {
  if (status === 401 || status === 403)
    return ok('The webhook refuses what comes without the secret.')
  if (status === 404) {
    return failure(
      'The server that runs has no webhook.',
      'Start Clasp again with BOT_MODE=webhook, and let the proxy pass /telegram/webhook on.',
    )
  }
  return failure(
    `The webhook answers a request without the secret with status ${status} instead of 401.`,
    'Look what answers /telegram/webhook under PUBLIC_URL: it must be Clasp.',
  )
}
