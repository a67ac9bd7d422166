import type { Transformer } from 'grammy'
import type { Metrics } from '#server/metrics/metrics.ts'

const FIRST_SERVER_ERROR = 500

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
