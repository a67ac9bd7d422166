import type { Command } from './command.ts'
import { CommandError, WrongUseError } from './command-error.ts'

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
