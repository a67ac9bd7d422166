import { GrammyError, HttpError } from 'grammy'

const BAD_REQUEST = 400
const FORBIDDEN = 403
const TOO_MANY_REQUESTS = 429
/** Telegram's status codes for an unknown token, and for a malformed one. */
const TOKEN_REFUSED = new Set([401, 404])

/** Why a call of the Bot API failed, as far as an operator can act on it. */
export type TelegramProblem =
  | { kind: 'token-refused' }
  /** `waitS`: seconds after which Telegram takes the call; null when it did not say. */
  | { kind: 'too-many-requests'; waitS: number | null }
  /** Telegram's description names a method and its parameters, never a token. */
  | { kind: 'call-refused'; method: string; description: string }
  | { kind: 'unreachable' }

/** Telegram cannot be reached, or reports a fault of its own, so a retry in a moment may succeed. */
export function isTelegramAway(error: unknown): boolean {
  return error instanceof HttpError || (error instanceof GrammyError && error.error_code >= 500)
}

/**
 * @param error what a call of grammY's `Api` rejected with
 * @throws the error itself if it does not come from the Bot API
 */
export function telegramProblem(error: unknown): TelegramProblem {
  if (isTelegramAway(error)) return { kind: 'unreachable' }
  if (!(error instanceof GrammyError)) throw error
  if (TOKEN_REFUSED.has(error.error_code)) return { kind: 'token-refused' }
  if (error.error_code === TOO_MANY_REQUESTS) {
    return { kind: 'too-many-requests', waitS: error.parameters.retry_after ?? null }
  }
  return { kind: 'call-refused', method: error.method, description: error.description }
}

/** The message has this content already, from an earlier try to write it. */
export function isUnchanged(error: unknown): boolean {
  return isRefusal(error, 'message is not modified')
}

/** A press of a button, or an inline query, that Telegram stopped to wait for: nobody sees the answer. */
export function isTooLate(error: unknown): boolean {
  return isRefusal(error, 'query is too old')
}

function isRefusal(error: unknown, reason: string): boolean {
  return error instanceof GrammyError && error.description.includes(reason)
}

/** Waits for a call whose only purpose may be served already. Rejects with every other error. */
export async function unless(
  isHarmless: (error: unknown) => boolean,
  call: Promise<unknown>,
): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!isHarmless(error)) throw error
  }
}

/** Telegram refuses permanently: the member blocked the bot, or never let it write. */
export function isForbidden(error: unknown): boolean {
  return error instanceof GrammyError && error.error_code === FORBIDDEN
}

/** A person whom the bot cannot write to: blocked, never started, or a chat that Telegram does not find yet. */
export function isUnreachable(error: unknown): boolean {
  return isForbidden(error) || (error instanceof GrammyError && error.error_code === BAD_REQUEST)
}

/**
 * The part of an error that the log may hold: never its text, which may quote a message or a member. `code` is
 * `telegram-403` and the like, `telegram-unreachable`, or the error's class.
 */
export function describeError(error: unknown): { code: string; method?: string } {
  if (error instanceof GrammyError) {
    return { code: `telegram-${error.error_code}`, method: error.method }
  }
  if (error instanceof HttpError) return { code: 'telegram-unreachable' }
  return { code: error instanceof Error ? error.name : 'unknown' }
}
