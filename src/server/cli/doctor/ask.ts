import { errorCode, UNTRUSTED_CERTIFICATE } from '#server/log/error-code.ts'
import { readCapped } from '#server/chains/read-capped.ts'
import * as v from 'valibot'
import type { BotServer } from '#server/config/config.ts'

export type ProbeResult =
  | { kind: 'answered'; status: number; headers: Headers; body: Uint8Array }
  | { kind: 'no-answer'; reason: string }

/** Node reads the variable before it reads `.env`. */
export const OWN_AUTHORITY =
  'for an authority of your own, set NODE_EXTRA_CA_CERTS in the environment of the process, not in .env'

type ProbeRequest = { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string }

/** One request. A redirect is an answer like any other. */
export type Probe = (url: string, request?: ProbeRequest) => Promise<ProbeResult>

/** What a check needs to ask for a page of the server. */
export type PageDeps = { publicUrl: string; ask: Probe }

type AskDeps = {
  fetch: typeof fetch
  /** Ends all requests. */
  signal: AbortSignal
  /** How long one request may take, in milliseconds. @default 4 000 */
  timeoutMs?: number
}

const TIMEOUT_MS = 4_000
const MAX_BYTES = 512 * 1_024

/** @throws when the signal ends it; every other failure is an answer */
export function createAsk({ fetch, signal, timeoutMs = TIMEOUT_MS }: AskDeps): Probe {
  return async (url, request = {}) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    const either = AbortSignal.any([signal, timeout])
    try {
      const response = await fetch(url, { ...request, redirect: 'manual', signal: either })
      const { status, headers } = response
      const body = response.body
        ? await readCapped(response.body, { maxBytes: MAX_BYTES, signal: either })
        : new Uint8Array()
      return { kind: 'answered', status, headers, body }
    } catch (error) {
      signal.throwIfAborted()
      const reason = timeout.aborted ? `timed out after ${timeoutMs / 1_000} s` : getReason(error)
      return { kind: 'no-answer', reason }
    }
  }
}

/** Undefined for a body that is no JSON. */
export function getJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString())
  } catch {
    return undefined
  }
}

/** Never uses the message, which would quote the URL. */
function getReason(error: unknown): string {
  const code = error instanceof Error ? errorCode(error.cause) : undefined
  if (code === undefined) return 'no connection'
  return UNTRUSTED_CERTIFICATE.test(code) ? `${code}: ${OWN_AUTHORITY}` : code
}

type TelegramAnswer<Result> =
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
