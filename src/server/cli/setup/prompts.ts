import type { CommandContext } from '../command.ts'

/** `prompts` is null without a terminal. */
export type SetupServices = { context: CommandContext; prompts: Prompts | null }

/** Asks the operator at the terminal. Every method rejects with a `CommandError` when they cancel. */
export interface Prompts {
  text(prompt: TextPrompt): Promise<string>
  /** As `text`, but the typed text is hidden. */
  secret(prompt: TextPrompt): Promise<string>
  choose<Value extends string>(prompt: ChoicePrompt<Value>): Promise<Value>
  confirm(message: string): Promise<boolean>
}

type TextPrompt = {
  message: string
  /** Shown, greyed, while the input is empty. */
  placeholder?: string
  /** Why the answer is not accepted; undefined when it is. */
  findProblem: (answer: string) => string | undefined
}

type ChoicePrompt<Value extends string> = {
  message: string
  options: readonly { value: Value; label: string }[]
}
