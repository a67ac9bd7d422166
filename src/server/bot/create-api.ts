import { Api } from 'grammy'
import type { Metrics } from '#server/metrics/metrics.ts'
import { countCalls } from './count-calls.ts'

export type BotAccess = {
  token: string
  /** Bot API server, no trailing slash. */
  apiRoot: string
  metrics: Pick<Metrics, 'upstream'>
}

/**
 * The Bot API for one purpose of the server's own, counted as an upstream.
 *
 * @param timeoutSeconds longest wait for an answer
 */
export function createApi({ token, apiRoot, metrics }: BotAccess, timeoutSeconds: number): Api {
  const api = new Api(token, { apiRoot, timeoutSeconds })
  api.config.use(countCalls(metrics))
  return api
}
