import { commandLine } from '../config/command-line.ts'
import type { BotInfoVerdict } from '../bot/fetch-bot-info.ts'
import { ForeignWebhookError } from '../bot/foreign-webhook.ts'
import { DATABASE_SENTENCES, databaseFailure } from '../log/database-failure.ts'
import { WrongDataKeyError } from '../store/database/judge-keys.ts'
import { MoveError } from '../store/database/move-mark.ts'
import { WrongBotError } from '../store/open-store.ts'

/** The start failed for a reason outside of this process; the message says where the operator should look. */
export class StartError extends Error {
  override name = 'StartError'
}

/** Whether an operator can go by the message of what ended a start. */
export function isExplained(error: unknown): error is Error {
  return (
    error instanceof StartError ||
    error instanceof MoveError ||
    error instanceof WrongDataKeyError ||
    error instanceof WrongBotError
  )
}

const BOT_SENTENCES = {
  unauthorized: 'Telegram does not know this BOT_TOKEN',
  unreachable: 'Telegram did not answer; is TELEGRAM_API_ROOT right and the network up?',
  'too-many-requests':
    'Telegram asks this bot to wait: too many calls were made; start again in some minutes',
} as const

/** Telegram did not say which bot the token belongs to, and all screens link to the bot. */
export class BotUnknownError extends StartError {
  override name = 'BotUnknownError'
  readonly reason: Extract<BotInfoVerdict, { ok: false }>['reason']

  constructor(reason: BotUnknownError['reason']) {
    super(BOT_SENTENCES[reason])
    this.reason = reason
  }
}

/** For `catch` of opening the store. What explains itself passes through. */
export function failForDatabase(cause: unknown): never {
  if (isExplained(cause)) throw cause
  const sentence = DATABASE_SENTENCES[databaseFailure(cause)]
  throw new StartError(`${sentence}\nTo learn more: ${commandLine('doctor')}`, { cause })
}

const CHECK_FIRST = {
  LISTEN: 'cannot listen on this address; are HOST and PORT, or METRICS_LISTEN, right and free?',
  WEBHOOK:
    'Telegram did not take the webhook; is PUBLIC_URL an https origin that Telegram can reach?',
} as const

/** For `catch` of a step of the start. */
export function failWith(step: keyof typeof CHECK_FIRST): (cause: unknown) => never {
  return (cause) => {
    if (cause instanceof ForeignWebhookError) throw new StartError(reportWebhook(cause), { cause })
    throw new StartError(CHECK_FIRST[step], { cause })
  }
}

function reportWebhook({ host }: ForeignWebhookError): string {
  return [
    `another program answers for this bot: its webhook is at ${host}, and nothing was changed.`,
    `Beside your own bot, set BOT_MODE=off. To take the bot over: ${commandLine('setup')}`,
  ].join('\n')
}
