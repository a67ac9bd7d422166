import * as v from 'valibot'
import { type Probe, askTelegram } from '../ask.ts'
import { failure, type Finding, ok } from '../finding.ts'
import type { BotServer } from '#server/config/config.ts'

type Deps = { bot: BotServer; ask: Probe }

const NEW_TOKEN = 'Send @BotFather /token, choose the bot, and put what it answers into BOT_TOKEN.'

/** Whether Telegram answers and knows the token. */
export async function checkBotToken({ bot, ask }: Deps): Promise<Finding[]> {
  const result = v.object({ username: v.string() })
  const answer = await askTelegram(ask, { bot, method: 'getMe', result })
  switch (answer.kind) {
    case 'ok':
      return ok(`BOT_TOKEN belongs to @${answer.result.username}.`)
    case 'refused':
      return refused(answer.status)
    case 'unreachable':
      return failure(
        `The Bot API server does not answer (${answer.reason}).`,
        'Check TELEGRAM_API_ROOT, and what this machine may reach.',
      )
  }
}

/** Telegram answers 401 to an unknown token, 404 to a malformed one. */
function refused(status: number): Finding[] {
  if (status === 401 || status === 404) {
    return failure('Telegram does not know BOT_TOKEN.', NEW_TOKEN)
  }
  return failure(`The Bot API server answers with status ${status}.`, 'Try again in a minute.')
}
