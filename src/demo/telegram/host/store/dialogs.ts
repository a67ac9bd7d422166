import { createQuestions } from './questions.ts'
import type { Questions } from './questions.ts'

export type DialogButton = {
  id: string
  text: string
  tone: 'plain' | 'strong' | 'destructive'
}
export type Dialog = { title: string; message: string; buttons: DialogButton[] }

/** Answered with the id of the pressed button. */
export type Dialogs = Questions<Dialog, string>
export type Ask = Dialogs['ask']

export const createDialogs = (): Dialogs => createQuestions()
