import { atom } from 'nanostores'
import type { ReadableAtom } from 'nanostores'

export type DialogButton = {
  id: string
  text: string
  tone: 'plain' | 'strong' | 'destructive'
}
export type Dialog = { title: string; message: string; buttons: DialogButton[] }

/** Id of the pressed button; null when the dialog was dismissed. */
export type Ask = (dialog: Dialog) => Promise<string | null>

/** One dialog at a time: a new one dismisses the former. */
export type Dialogs = {
  current: ReadableAtom<Dialog | null>
  ask: Ask
  answer(id: string | null): void
}

export function createDialogs(): Dialogs {
  const current = atom<Dialog | null>(null)
  const waiting = new Set<(id: string | null) => void>()
  const answer = (id: string | null) => {
    current.set(null)
    waiting.forEach((resolve) => resolve(id))
    waiting.clear()
  }
  return {
    current,
    answer,
    ask(dialog) {
      answer(null)
      current.set(dialog)
      return new Promise((resolve) => void waiting.add(resolve))
    },
  }
}
