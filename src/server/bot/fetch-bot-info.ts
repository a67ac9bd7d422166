import { Api, GrammyError } from 'grammy'
import type { UserFromGetMe } from 'grammy/types'

const TIMEOUT_S = 10
/** Telegram's answers to a token that it does not know, and to one that has not even the form. */
const REFUSED = new Set([401, 404])

export type BotInfoVerdict =
  | { ok: true; botInfo: UserFromGetMe }
  | { ok: false; reason: 'unauthorized' | 'unreachable' }

/** Asks Telegram who the token belongs to: once at start, before anything is built on it. */
export async function fetchBotInfo(bot: {
  token: string
  apiRoot: string
}): Promise<BotInfoVerdict> {
  const api = new Api(bot.token, { apiRoot: bot.apiRoot, timeoutSeconds: TIMEOUT_S })
  try {
    return { ok: true, botInfo: await api.getMe() }
  } catch (error) {
    const isRefused = error instanceof GrammyError && REFUSED.has(error.error_code)
    return { ok: false, reason: isRefused ? 'unauthorized' : 'unreachable' }
  }
}
