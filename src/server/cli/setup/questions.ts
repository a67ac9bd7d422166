import type { CommandContext } from '../command.ts'

/** `questions` is null without a terminal. */
export type SetupServices = { context: CommandContext; questions: Prompts | null }

/** Asks the operator at the terminal. Every method rejects with a `CommandError` when they cancel. */
export interface Prompts {
  text(question: TextQuestion): Promise<string>
  /** As `text`, but the typed text is hidden. */
  secret(question: TextQuestion): Promise<string>
  choose<Value extends string>(question: ChoicePrompt<Value>): Promise<Value>
  confirm(message: string): Promise<boolean>
}

type TextQuestion = {
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
