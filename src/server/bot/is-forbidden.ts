import { GrammyError } from 'grammy'

const FORBIDDEN = 403

/** Telegram refuses permanently: the member blocked the bot, or never let it write. */
export function isForbidden(error: unknown): boolean {
  return error instanceof GrammyError && error.error_code === FORBIDDEN
}
