import { Api } from 'grammy'
import type { UserFromGetMe } from 'grammy/types'
import { clientOptions } from './create-api.ts'
import { telegramProblem } from './telegram-problem.ts'
import type { BotServer } from '../config/config.ts'

const TIMEOUT_S = 10

export type BotInfoVerdict =
  | { ok: true; botInfo: UserFromGetMe }
  | { ok: false; reason: 'unauthorized' | 'unreachable' | 'too-many-requests' }

const REASONS = {
  'token-refused': 'unauthorized',
  'too-many-requests': 'too-many-requests',
  'call-refused': 'unreachable',
  unreachable: 'unreachable',
} as const

/** Asks Telegram which bot the token belongs to: once at start, before anything depends on it. */
export async function fetchBotInfo(server: BotServer): Promise<BotInfoVerdict> {
  const api = new Api(server.token, clientOptions(server, TIMEOUT_S))
  try {
    return { ok: true, botInfo: await api.getMe() }
  } catch (error) {
    return { ok: false, reason: REASONS[telegramProblem(error).kind] }
  }
}
