import type { CommandContext } from '../command.ts'

/** `questions` is null where nobody can be asked. */
export type SetupServices = { context: CommandContext; questions: Prompts | null }

/** Asks whoever sits at the terminal. Every method rejects with a `CommandError` when they break off. */
export interface Prompts {
  text(question: TextQuestion): Promise<string>
  /** As `text`, but what is typed is not shown. */
  secret(question: TextQuestion): Promise<string>
  choose<Value extends string>(question: ChoicePrompt<Value>): Promise<Value>
  confirm(message: string): Promise<boolean>
}

type TextQuestion = {
  message: string
  /** Shown, greyed, until something is typed. */
  placeholder?: string
  /** Why the answer cannot be taken; undefined when it can. */
  findProblem: (answer: string) => string | undefined
}

type ChoicePrompt<Value extends string> = {
  message: string
  options: readonly { value: Value; label: string }[]
}
