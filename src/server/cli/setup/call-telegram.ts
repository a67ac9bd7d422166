import { telegramProblem, type TelegramProblem } from '#server/bot/telegram-problem.ts'
import { CommandError } from '#server/cli/command.ts'

/** Telegram does not know the token. */
export class WrongTokenError extends CommandError {
  override name = 'WrongTokenError'
}

/** @throws {CommandError} with instructions, for every way in which the Bot API can fail */
export async function callTelegram<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    const problem = telegramProblem(error)
    throw problem.kind === 'token-refused'
      ? new WrongTokenError(explain(problem))
      : new CommandError(explain(problem))
  }
}

function explain(problem: TelegramProblem): string {
  switch (problem.kind) {
    case 'token-refused':
      return 'Telegram does not know this BOT_TOKEN. At @BotFather send /token, choose the bot and copy the whole token.'
    case 'too-many-requests':
      return `Telegram asks to wait${getDuration(problem.waitS)}. What is done stays done: run the same command again then.`
    case 'call-refused':
      return `Telegram refused ${problem.method}: ${problem.description}. What is done stays done.`
    case 'unreachable':
      return 'Telegram did not answer. Is the network up, and TELEGRAM_API_ROOT right if you set it? Then run the same command again.'
  }
}

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S

function getDuration(seconds: number | null): string {
  if (seconds === null) return ' a while'
  if (seconds < 2 * MINUTE_S) return ` ${seconds} seconds`
  if (seconds < 2 * HOUR_S) return ` ${Math.ceil(seconds / MINUTE_S)} minutes`
  return ` ${Math.ceil(seconds / HOUR_S)} hours`
}
