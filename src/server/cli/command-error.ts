/** A command cannot go on; the message tells the operator why and what to do. */
export class CommandError extends Error {
  override name = 'CommandError'
  readonly exitCode: number = 1
}

/** The command was called in a way that it does not know: its usage follows the message. */
export class WrongUseError extends CommandError {
  override name = 'WrongUseError'
  override readonly exitCode = 2
}
