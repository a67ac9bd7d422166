import { GrammyError, HttpError } from 'grammy'

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
