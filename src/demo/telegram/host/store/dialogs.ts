import { createQuestions } from './questions.ts'
import type { DialogQueue } from './questions.ts'

export type DialogButton = {
  id: string
  text: string
  tone: 'plain' | 'strong' | 'destructive'
}
export type Dialog = { title: string; message: string; buttons: DialogButton[] }

/** Answered with the id of the pressed button. */
export type Dialogs = DialogQueue<Dialog, string>
export type AskDialog = Dialogs['ask']

export const createDialogs = (): Dialogs => createQuestions()
