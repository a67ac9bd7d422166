import { pino, type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './config.ts'

export type Log = Logger

/**
 * Structured log, one JSON object a line. Callers log codes, ids of attempts and durations, never
 * launch data, tokens, proofs, names or lists of addresses; of a thrown error only its class, its
 * message without URLs, its stack and the same of its cause are kept, because foreign messages may quote a request.
 */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = { level, base: null, serializers: { error: describeError } }
  return destination ? pino(options, destination) : pino(options)
}

type ErrorDescription = {
  name: string
  message?: string
  stack?: string
  cause?: ErrorDescription
}

function describeError(error: unknown): ErrorDescription {
  if (!(error instanceof Error)) return { name: typeof error }
  return {
    name: error.name,
    message: withoutSecrets(error.message),
    stack: withoutSecrets(error.stack ?? ''),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  }
}

/**
 * Bot tokens stand in Bot API URLs, launch data and database passwords in others; the `file:` URLs
 * of a stack say only where it happened.
 */
function withoutSecrets(text: string): string {
  return text
    .replace(/\b(?!file:)[a-z][a-z+]*:\/\/\S+/gi, '[url]')
    .replace(/\b\d{5,16}:[\w-]{30,64}\b/g, '[token]')
    .replace(/\b(?:query_id|user|auth_date|hash)=\S+/g, '[launch data]')
}
