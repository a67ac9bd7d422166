import type { WalletAnswer, WalletApp } from '../wallet-connector.ts'
import type { LibraryConnection } from './library-storage.ts'

/** A connection that waits for its wallet. */
type OpenedConnection = { link: string | null; walletApp: WalletApp | null }

export type AwaitedWalletOptions = {
  stored: LibraryConnection
  onPending: (pending: OpenedConnection | null) => void
  onAnswer: (answer: WalletAnswer) => void
}

export const MALFORMED = { kind: 'failure', code: 'wallet-answer-malformed' } as const

/** The one pending connection: an answer counts once, and only while it is pending. */
export function createAwaitedWallet({ stored, onPending, onAnswer }: AwaitedWalletOptions) {
  let connection: AbortController | null = null
  let isReading = false

  function giveUp(): void {
    if (connection === null) return
    connection.abort()
    connection = null
    if (!stored.isChangedElsewhere()) stored.remove()
    onPending(null)
  }

  function fail(answer: WalletAnswer & { kind: 'failure' }): void {
    if (connection === null) return
    giveUp()
    onAnswer(answer)
  }

  return {
    giveUp,
    /** The wallet, or the library on its behalf, has refused. */
    fail,
    isPending: () => connection !== null,
    /** Whether the library is reading a message of the wallet. What it throws now nobody can catch. */
    isReading: () => isReading,
    /** A connection is about to be made; it lasts until the signal aborts. */
    start(): AbortSignal {
      connection = new AbortController()
      stored.know()
      return connection.signal
    },
    /** The wallet has connected. */
    settle(answer: WalletAnswer): void {
      if (connection === null) return
      connection = null
      onAnswer(answer)
      onPending(null)
    },
    /**
     * A message of the wallet has arrived. What is no answer by the next task, the library could not read, or another
     * page of this account has taken: the library passes over it then, and the server says what became of it.
     */
    read(): void {
      const awaited = connection
      isReading = true
      setTimeout(() => {
        if (awaited === connection && !stored.isChangedElsewhere()) fail(MALFORMED)
        // The browser reports what the library threw after this task.
        setTimeout(() => (isReading = false))
      })
    },
  }
}

export type AwaitedWallet = ReturnType<typeof createAwaitedWallet>
