import * as v from 'valibot'
import type { BotServer } from '#server/bot/create-api.ts'
import { type Probe, getJson } from './ask.ts'

export type TelegramAnswer<Result> =
  | { kind: 'ok'; result: Result }
  | { kind: 'refused'; status: number }
  | { kind: 'unreachable'; reason: string }

type TelegramCall<Result> = {
  bot: BotServer
  method: string
  result: v.GenericSchema<unknown, Result>
}

/** One call of the Bot API: https://core.telegram.org/bots/api#making-requests */
export async function askTelegram<Result>(
  ask: Probe,
  { bot, method, result }: TelegramCall<Result>,
): Promise<TelegramAnswer<Result>> {
  const path = bot.environment === 'test' ? `test/${method}` : method
  const answer = await ask(`${bot.apiRoot}/bot${bot.token}/${path}`, { method: 'POST' })
  if (answer.kind === 'no-answer') return { kind: 'unreachable', reason: answer.reason }
  if (answer.status !== 200) return { kind: 'refused', status: answer.status }
  const parsed = v.safeParse(v.object({ ok: v.literal(true), result }), getJson(answer.body))
  if (!parsed.success) return { kind: 'unreachable', reason: 'an answer of an unknown shape' }
  return { kind: 'ok', result: parsed.output.result }
}
