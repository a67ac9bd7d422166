import { Api } from 'grammy'
import type { Metrics } from '#server/metrics/metrics.ts'
import { countCalls } from './count-calls.ts'

/** Telegram's production or test servers: https://core.telegram.org/bots/features#testing-your-bot */
type TelegramEnvironment = 'prod' | 'test'

/** The Bot API server, and the token of the bot. */
export type BotServer = {
  token: string
  /** Bot API server, no trailing slash. */
  apiRoot: string
  /** `prod` unless given. */
  environment?: TelegramEnvironment
}

export type BotAccess = BotServer & {
  metrics: Pick<Metrics, 'upstream'>
}

/**
 * The Bot API for one purpose of the server itself, counted as an upstream service.
 *
 * @param timeoutSeconds longest wait for an answer
 */
export function createApi(access: BotAccess, timeoutSeconds: number): Api {
  const { token, apiRoot, environment = 'prod', metrics } = access
  const api = new Api(token, { apiRoot, environment, timeoutSeconds })
  api.config.use(countCalls(metrics))
  return api
}
