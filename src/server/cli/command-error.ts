/** A command cannot go on; the message tells the operator why, and how to fix it. */
export class CommandError extends Error {
  override name = 'CommandError'
  readonly exitCode: number = 1
}

/** The command got unknown arguments: its usage follows the message. */
export class WrongUseError extends CommandError {
  override name = 'WrongUseError'
  override readonly exitCode = 2
}
