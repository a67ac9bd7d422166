import type { Environment } from '../config/environment.ts'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { errorCode } from '../log/error-code.ts'

/** Everything that a command accesses outside of itself. */
export type CommandContext = {
  /** Variables of `.env`, overridden by those of the process. */
  environment: Environment
  /** Folder that holds `.env`. */
  directory: string
  /** One line to standard output. */
  print: (line: string) => void
  /** One line to standard error. */
  complain: (line: string) => void
  /** Unix time in milliseconds. */
  now: () => number
  fetch: typeof fetch
  /** Whether a person at a terminal can answer prompts. */
  isInteractive: boolean
}

/** One command of `clasp <command> …`. Answers the exit code: 0 done, 1 failed, 2 wrong use. */
export type Command = (args: string[], context: CommandContext) => Promise<number>

/** A command cannot go on; the message says why, and how the operator can fix it. */
export class CommandError extends Error {
  override name = 'CommandError'
  readonly exitCode: number = 1
}

/** The command got unknown arguments: its usage follows the message. */
export class WrongUseError extends CommandError {
  override name = 'WrongUseError'
  override readonly exitCode = 2
}

/** A command that answers `--help` with its usage, and reports its failures as text. */
export function defineCommand(usage: string, run: Command): Command {
  return async (args, context) => {
    if (args.includes('--help')) {
      context.print(usage)
      return 0
    }
    try {
      return await run(args, context)
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      context.complain(error.message)
      if (error instanceof WrongUseError) context.complain(usage)
      return error.exitCode
    }
  }
}

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
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL') return 'There is a value without a flag.'
  const [first = message] = message.split(/\.\s/)
  return `${first.replace(/\.$/, '')}.`
}
