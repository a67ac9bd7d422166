import { Api } from 'grammy'
import type { UserFromGetMe } from 'grammy/types'
import { retryAfter } from '#server/bot/retry-after.ts'
import type { Environment } from '#server/config/environment.ts'
import { askForToken } from './ask-settings.ts'
import { callTelegram, WrongTokenError } from './call-telegram.ts'
import type { SetupServices } from './questions.ts'

/** Longest wait for one answer of Telegram, in seconds. */
const API_TIMEOUT_S = 15
const TELEGRAM_API_ROOT = 'https://api.telegram.org'

export type IdentifiedBot = { api: Api; bot: UserFromGetMe; token: string }

/** Asks Telegram which bot the token belongs to. Asks the operator again after a mistyped token. */
export async function identifyBot(
  known: Environment,
  { context, questions }: SetupServices,
): Promise<IdentifiedBot> {
  const apiRoot = known['TELEGRAM_API_ROOT'] || TELEGRAM_API_ROOT
  const environment = known['TELEGRAM_ENVIRONMENT'] === 'test' ? 'test' : 'prod'
  const identify = async (token: string) => {
    const api = new Api(token, { apiRoot, environment, timeoutSeconds: API_TIMEOUT_S })
    api.config.use(retryAfter)
    return { api, token, bot: await callTelegram(() => api.getMe()) }
  }
  const token = known['BOT_TOKEN'] ?? ''
  if (token !== '' || questions === null) return identify(token)
  for (;;) {
    try {
      return await identify(await askForToken(questions))
    } catch (error) {
      if (!(error instanceof WrongTokenError)) throw error
      context.complain(error.message)
    }
  }
}
