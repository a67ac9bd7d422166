import { atom, type ReadableAtom } from 'nanostores'
import type { ChatMessage } from '../../snapshot.ts'

/** One question to the person at a time: a new one dismisses the former. */
type DialogQueue<Question, Answer> = {
  current: ReadableAtom<Question | null>
  /** Null when the question was dismissed. */
  ask(question: Question): Promise<Answer | null>
  answer(answer: Answer | null): void
}

export type DialogButton = {
  id: string
  text: string
  tone: 'plain' | 'strong' | 'destructive'
}
export type Dialog = { title: string; message: string; buttons: DialogButton[] }

/** Answered with the id of the pressed button. */
export type Dialogs = DialogQueue<Dialog, string>
export type AskDialog = Dialogs['ask']

export const createDialogs = (): Dialogs => createDialogQueue()

export function createDialogQueue<Question, Answer>(): DialogQueue<Question, Answer> {
  const current = atom<Question | null>(null)
  const waiting = new Set<(answer: Answer | null) => void>()
  const answer = (given: Answer | null) => {
    current.set(null)
    const asked = [...waiting]
    waiting.clear()
    asked.forEach((resolve) => resolve(given))
  }
  return {
    current,
    answer,
    ask(question) {
      answer(null)
      current.set(question)
      return new Promise((resolve) => void waiting.add(resolve))
    },
  }
}

/** `bot`: the person's own chat with the bot. */
export type PickedKind = 'bot' | 'direct' | 'group'
export const ALL_KINDS: readonly PickedKind[] = ['bot', 'direct', 'group']

/** What of a message can be seen before it is sent. */
export type MessageLook = Pick<ChatMessage, 'text' | 'entities' | 'keyboard'>

/** A choice among the person's chats. */
export type Picking = {
  title: string
  kinds: readonly PickedKind[]
  /** `send`: the message is sent there immediately. `open`: the text waits in the input of that chat. */
  purpose: { does: 'send'; message: MessageLook } | { does: 'open'; text: string }
}

/** Answered with the id of a chat; the chat with the bot has the person's own. */
export type ChatPicker = DialogQueue<Picking, number>
