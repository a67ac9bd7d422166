import type { WritableAtom } from 'nanostores'
import type { WalletAnswer, WalletApp } from './wallet-connector.ts'

/**
 * Delivers answers as soon as they arrive, and stores those that arrive before there is a listener.
 *
 * @param walletApp set to the app that an answer names
 */
export function createAnswerBox(walletApp: WritableAtom<WalletApp | null>) {
  const listeners = new Set<(answer: WalletAnswer) => void>()
  let saved: WalletAnswer[] = []

  return {
    deliver: (answer: WalletAnswer): void => {
      if ('walletApp' in answer) walletApp.set(answer.walletApp)
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
