import { atom } from 'nanostores'
import type { OpenQuestion, Telegram } from './telegram.ts'

/** Questions in a dialog of the page, one at a time: a second question meanwhile is answered no. */
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
