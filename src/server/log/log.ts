import { pino, type DestinationStream, type Logger } from 'pino'
import type { LogLevel } from './log-level.ts'
import { escapeControls } from '#shared/escape-controls.ts'
import { describeRequest } from './request-scope.ts'
import { withoutSecrets } from './without-secrets.ts'

export type Log = Logger

/**
 * Structured log, one JSON object per line. Callers log codes, ids of attempts and durations, never initData, tokens,
 * proofs, names or lists of addresses. Of a thrown error the log has only its class, its message without URLs, its
 * stack and the same of its cause, because third-party messages may quote a request. A line that is written for a request
 * names it.
 */
export function createLog(level: LogLevel, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    serializers: { error: describeError },
    mixin: describeRequest,
    // JSON leaves the controls from U+007F on, and the marks that reorder text, as they are.
    hooks: { streamWrite: escapeControls },
  }
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
