import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Api, type ApiClientOptions, type Transformer } from 'grammy'
import type { BotServer } from '#server/config/config.ts'
import type { Metrics } from '#server/metrics/metrics.ts'
import { setTimeout } from 'node:timers/promises'

const FIRST_SERVER_ERROR = 500

/** Telegram's production or test servers: https://core.telegram.org/bots/features#testing-your-bot */
export type BotAccess = BotServer & {
  metrics: Pick<Metrics, 'upstream'>
}

/**
 * How long a connection may idle before the next call opens a new one, in milliseconds: less than servers keep one, or
 * a call can meet the moment at which they close it. A server that announces less (`Keep-Alive: timeout`) gets less.
 */
const LONGEST_IDLE_MS = 4_000
const AGENT = { keepAlive: true, timeout: LONGEST_IDLE_MS }

/**
 * How grammY reaches the Bot API.
 *
 * @param timeoutSeconds longest wait for an answer
 */
export function clientOptions(
  { apiRoot, environment = 'prod' }: Omit<BotServer, 'token'>,
  timeoutSeconds: number,
): ApiClientOptions {
  const agent = apiRoot.startsWith('https:') ? new HttpsAgent(AGENT) : new HttpAgent(AGENT)
  return { apiRoot, environment, timeoutSeconds, baseFetchConfig: { agent } }
}

/**
 * The Bot API for one purpose of the server itself, counted as an upstream service.
 *
 * @param timeoutSeconds longest wait for an answer
 */
export function createApi(access: BotAccess, timeoutSeconds: number): Api {
  const { token, metrics } = access
  const api = new Api(token, clientOptions(access, timeoutSeconds))
  api.config.use(countCalls(metrics))
  return api
}

/** Counts Telegram's answers and failures. A refusal, such as of a chat that blocked the bot, is an answer, too. */
export function countCalls(metrics: Pick<Metrics, 'upstream'>): Transformer {
  return async (call, ...request) => {
    const [, , signal] = request
    try {
      const answer = await call(...request)
      const isFailed = !answer.ok && answer.error_code >= FIRST_SERVER_ERROR
      metrics.upstream('telegram', isFailed ? 'failed' : 'ok')
      return answer
    } catch (error) {
      // Does not count a poll that we abort ourselves, to stop.
      if (signal?.aborted !== true) metrics.upstream('telegram', 'failed')
      throw error
    }
  }
}

/** Longest pause to wait out before an answer to a member, in seconds. */
const LONGEST_WAIT_S = 10
const TOO_MANY_REQUESTS = 429

/** Repeats a call once after the pause that Telegram requires, if the pause is short. */
export const retryAfter: Transformer = async (call, ...request) => {
  const answer = await call(...request)
  if (answer.ok || answer.error_code !== TOO_MANY_REQUESTS) return answer
  const waitS = answer.parameters?.retry_after
  if (waitS === undefined || waitS > LONGEST_WAIT_S) return answer
  await setTimeout(waitS * 1_000, undefined, { ref: false })
  return call(...request)
}
