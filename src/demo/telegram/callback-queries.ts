import { randomBytes } from 'node:crypto'

export type CallbackAnswer =
  | { kind: 'answered'; text: string | null; isAlert: boolean; url: string | null }
  /** The bot kept silent, or the button is gone. */
  | { kind: 'unanswered' }

/** Presses of callback buttons that wait for the bot. */
export type CallbackQueries = {
  open(): { id: string; answer: Promise<CallbackAnswer> }
  /** False if this query no longer waits for an answer. */
  answer(id: string, answer: CallbackAnswer): boolean
}

/** How long a client shows that a pressed button waits. */
const ANSWER_TIMEOUT_MS = 10_000

export function createCallbackQueries(): CallbackQueries {
  const waiting = new Map<string, (answer: CallbackAnswer) => void>()
  return {
    open() {
      const id = randomBytes(8).readBigUInt64BE().toString()
      const answer = new Promise<CallbackAnswer>((resolve) => {
        waiting.set(id, resolve)
        setTimeout(() => {
          waiting.delete(id)
          resolve({ kind: 'unanswered' })
        }, ANSWER_TIMEOUT_MS).unref()
      })
      return { id, answer }
    },
    answer(id, answer) {
      const resolve = waiting.get(id)
      waiting.delete(id)
      resolve?.(answer)
      return resolve !== undefined
    },
  }
}
