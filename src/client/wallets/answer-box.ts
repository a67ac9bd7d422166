import type { WalletAnswer } from './wallet-connector.ts'

/** Delivers answers as soon as they arrive, and stores those that arrive before there is a listener. */
export function createAnswerBox() {
  const listeners = new Set<(answer: WalletAnswer) => void>()
  let saved: WalletAnswer[] = []

  return {
    deliver: (answer: WalletAnswer): void => {
      if (listeners.size === 0) saved.push(answer)
      for (const listener of listeners) listener(answer)
    },
    listen: (listener: (answer: WalletAnswer) => void): (() => void) => {
      listeners.add(listener)
      const waiting = saved
      saved = []
      for (const answer of waiting) listener(answer)
      return () => {
        listeners.delete(listener)
      }
    },
    empty: (): void => {
      saved = []
    },
  }
}
