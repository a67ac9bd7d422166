import { parseArgs, type ParseArgsConfig } from 'node:util'
import { errorCode } from '../log/error-code.ts'
import { WrongUseError } from './command-error.ts'

/** @throws {WrongUseError} for an unknown flag, a missing value or an extra argument */
export function parseFlags<const T extends ParseArgsConfig>(
  config: T,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config)
  } catch (error) {
    throw isParseError(error) ? new WrongUseError(getSentence(error)) : error
  }
}

type ParseError = Error & { code: string }

function isParseError(error: unknown): error is ParseError {
  return errorCode(error)?.startsWith('ERR_PARSE_ARGS_') === true
}

/** An argument without a flag is never repeated, because it may be a secret whose flag was forgotten. */
function getSentence({ code, message }: ParseError): string {
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return 'There is a word without a flag.'
  const [first = message] = message.split(/\.\s/)
  return `${first.replace(/\.$/, '')}.`
}
