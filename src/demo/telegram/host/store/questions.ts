import { atom } from 'nanostores'
import type { ReadableAtom } from 'nanostores'

/** One question to the person at a time: a new one dismisses the former. */
export type DialogQueue<Question, Answer> = {
  current: ReadableAtom<Question | null>
  /** Null when the question was dismissed. */
  ask(question: Question): Promise<Answer | null>
  answer(answer: Answer | null): void
}

export function createQuestions<Question, Answer>(): DialogQueue<Question, Answer> {
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
