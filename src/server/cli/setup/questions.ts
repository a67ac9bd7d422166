import type { CommandContext } from '../command.ts'

/** `questions` is null where nobody can be asked. */
export type Surroundings = { context: CommandContext; questions: Questions | null }

/** Asks whoever sits at the terminal. Every method rejects with a `CommandError` when they break off. */
export interface Questions {
  text(question: TextQuestion): Promise<string>
  /** As `text`, but what is typed is not shown. */
  secret(question: TextQuestion): Promise<string>
  choose<Value extends string>(question: Choice<Value>): Promise<Value>
  confirm(message: string): Promise<boolean>
}

type TextQuestion = {
  message: string
  /** Shown, greyed, until something is typed. */
  placeholder?: string
  /** Why the answer cannot be taken; undefined when it can. */
  problemOf: (answer: string) => string | undefined
}

type Choice<Value extends string> = {
  message: string
  options: readonly { value: Value; label: string }[]
}
