import { atom } from 'nanostores'
import type { OpenQuestion, Telegram } from './telegram.ts'

/** Questions that the page asks in a dialog of its own, one at a time: another one meanwhile is answered no. */
export function createPageQuestion(): Pick<Telegram, 'question' | 'ask'> {
  const question = atom<OpenQuestion | null>(null)

  function ask(asked: OpenQuestion['question']): Promise<boolean> {
    if (question.get() !== null) return Promise.resolve(false)
    return new Promise((resolve) => {
      const answer = (isYes: boolean) => {
        question.set(null)
        resolve(isYes)
      }
      question.set({ question: asked, answer })
    })
  }

  return { question, ask }
}
