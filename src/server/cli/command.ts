import type { Environment } from '../environment.ts'

/** What a command works with; nothing of it is reached around this. */
export type CommandContext = {
  /** Variables of the process over those of `.env`. */
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
  /** Whether somebody sits at a terminal and can be asked. */
  isInteractive: boolean
}

/** One command of `clasp <command> …`. Answers the exit code: 0 done, 1 failed, 2 wrong use. */
export type Command = (args: string[], context: CommandContext) => Promise<number>
