import type { Environment } from '../config/environment.ts'

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
  /** Whether a person at a terminal can answer questions. */
  isInteractive: boolean
}

/** One command of `clasp <command> …`. Answers the exit code: 0 done, 1 failed, 2 wrong use. */
export type Command = (args: string[], context: CommandContext) => Promise<number>
