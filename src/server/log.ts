import { pino, type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './config.ts'

export type Log = Logger

/**
 * Structured log, one JSON object a line. Callers log codes, ids of attempts and durations, never
 * launch data, tokens, proofs, names or lists of addresses; of a thrown error only its class, its
 * message without URLs and its stack are kept, because foreign messages may quote a request.
 */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = { level, base: null, serializers: { error: describeError } }
  return destination ? pino(options, destination) : pino(options)
}

function describeError(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error }
  return {
    name: error.name,
    message: withoutSecrets(error.message),
    stack: withoutSecrets(error.stack ?? ''),
  }
}

/** Bot tokens stand in Bot API URLs, launch data and database passwords in others. */
function withoutSecrets(text: string): string {
  return text
    .replace(/\b[a-z][a-z+]*:\/\/\S+/gi, '[url]')
    .replace(/\b\d{5,16}:[\w-]{30,64}\b/g, '[token]')
    .replace(/\b(?:query_id|user|auth_date|hash)=\S+/g, '[launch data]')
}
