import * as v from 'valibot'
import { ALLOWED_UPDATES } from '#server/bot/update-source.ts'
import { WEBHOOK_PATH } from '#server/bot/foreign-webhook.ts'
import { registeredUrl } from '#server/bot/webhook-updates.ts'
import type { BotConfig } from '#server/config/config.ts'
import { type Probe, askTelegram } from '../ask.ts'
import { failure, type Finding, ok, okUnless, warning } from '../finding.ts'
import { withoutSecrets } from '#server/log/without-secrets.ts'

type Deps = {
  bot: BotConfig
  publicUrl: string
  ask: Probe
  /** Unix time in milliseconds. */
  now: () => number
}

/** Telegram reports its last error forever; an older error says nothing about the current state. */
const RECENT_ERROR_MS = 60 * 60 * 1_000
/** A bot that handles its updates in time has fewer waiting. */
const MANY_UPDATES = 100
const START_AGAIN = 'Start Clasp again: it sets the webhook itself.'

const WebhookInfoSchema = v.object({
  url: v.string(),
  pending_update_count: v.number(),
  /** Unix time in seconds. */
  last_error_date: v.optional(v.number()),
  last_error_message: v.optional(v.string(), ''),
  allowed_updates: v.optional(v.array(v.string())),
})
type TelegramWebhookInfo = v.InferOutput<typeof WebhookInfoSchema>

/** The address to which Telegram sends the bot's updates: https://core.telegram.org/bots/api#getwebhookinfo */
export async function checkTelegramWebhook(deps: Deps): Promise<Finding[]> {
  const { bot, ask } = deps
  if (bot.mode === 'off') return ok('BOT_MODE=off: updates are left to your own bot.')
  const result = WebhookInfoSchema
  const answer = await askTelegram(ask, { bot, method: 'getWebhookInfo', result })
  if (answer.kind !== 'ok') {
    return failure('Telegram did not describe the webhook.', 'Run the doctor again.')
  }
  const info = answer.result
  if (bot.mode === 'polling') return checkPolling(info)
  const wanted = registeredUrl({
    url: `${deps.publicUrl}${WEBHOOK_PATH}`,
    secret: bot.secret,
  })
  const faults = [
    ...checkUrl(info, wanted),
    ...checkTypes(info),
    ...checkLastError(info, deps.now()),
    ...checkPending(info),
  ]
  return okUnless(faults, 'Telegram sends updates to this server, with our secret.')
}

function checkPolling({ url }: TelegramWebhookInfo): Finding[] {
  if (url === '') return ok('No webhook is set: polling gets every update.')
  return failure(
    'A webhook is set, so BOT_MODE=polling gets nothing.',
    'Set BOT_MODE=off if another program of yours takes the updates, or start Clasp again, which removes the webhook.',
  )
}

function checkUrl({ url }: TelegramWebhookInfo, wanted: URL): Finding[] {
  if (url === wanted.href) return []
  if (url === '') return failure('Telegram has no webhook for this bot.', START_AGAIN)
  const set = URL.canParse(url) ? new URL(url) : null
  if (set?.origin === wanted.origin && set.pathname === wanted.pathname) {
    return failure('The webhook was set with another TELEGRAM_WEBHOOK_SECRET.', START_AGAIN)
  }
  return failure(
    'The webhook leads to another place than PUBLIC_URL/telegram/webhook.',
    'Stop the other program that uses this bot, then start Clasp again: it sets the webhook itself.',
  )
}

/** Undefined means Telegram's default, which includes ours. */
function checkTypes({ url, allowed_updates }: TelegramWebhookInfo): Finding[] {
  const missing = ALLOWED_UPDATES.filter((type) => allowed_updates?.includes(type) === false)
  if (url === '' || missing.length === 0) return []
  return failure(`Telegram does not send updates of type ${missing.join(', ')}.`, START_AGAIN)
}

function checkLastError({ last_error_date, last_error_message }: TelegramWebhookInfo, now: number) {
  if (last_error_date === undefined) return []
  const ageMs = now - last_error_date * 1_000
  if (ageMs > RECENT_ERROR_MS) return []
  const minutes = Math.max(0, Math.round(ageMs / 60_000))
  return warning(
    `${minutes} min ago Telegram could not deliver: "${withoutSecrets(last_error_message)}".`,
    'Check the proxy in front of Clasp, and the log of that time.',
  )
}

function checkPending({ pending_update_count }: TelegramWebhookInfo): Finding[] {
  if (pending_update_count <= MANY_UPDATES) return []
  return warning(
    `${pending_update_count} updates wait at Telegram.`,
    'Check whether Clasp runs and whether Telegram reaches it.',
  )
}

type SecretDeps = { bot: BotConfig; publicUrl: string; ask: Probe }

/** Whether a request without the secret is refused. The posted body is no update, so it can have no effect. */
export async function checkTelegramWebhookSecret({
  bot,
  publicUrl,
  ask,
}: SecretDeps): Promise<Finding[]> {
  if (bot.mode !== 'webhook') return ok(`BOT_MODE=${bot.mode}: no webhook to guard.`)
  const answer = await ask(`${publicUrl}${WEBHOOK_PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  if (answer.kind === 'no-answer') {
    return failure(`The webhook does not answer (${answer.reason}).`, 'Check the proxy.')
  }
  return judge(answer.status)
}

function judge(status: number): Finding[] {
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
