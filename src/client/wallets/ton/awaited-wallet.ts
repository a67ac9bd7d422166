import type { UserStorage } from '#client/api/user-storage.ts'
import type { WalletAnswer } from '../wallet-connector.ts'
import { forgetLibraryConnection } from './library-storage.ts'

type Options = {
  storage: UserStorage
  onPending: (pending: null) => void
  onAnswer: (answer: WalletAnswer) => void
}

/** The one pending connection: an answer counts once, and only while it is pending. */
export function createAwaitedWallet({ storage, onPending, onAnswer }: Options) {
  let connection: AbortController | null = null

  function giveUp(): void {
    if (connection === null) return
    connection.abort()
    connection = null
    forgetLibraryConnection(storage)
    onPending(null)
  }

  return {
    giveUp,
    /** A connection is about to be made; it lasts until the signal aborts. */
    begin(): AbortSignal {
      connection = new AbortController()
      return connection.signal
    },
    /** The wallet has connected. */
    settle(answer: WalletAnswer): void {
      if (connection === null) return
      connection = null
      onAnswer(answer)
      onPending(null)
    },
    /** The wallet, or the library on its behalf, has refused. */
    fail(answer: WalletAnswer & { kind: 'failure' }): void {
      if (connection === null) return
      giveUp()
      onAnswer(answer)
    },
  }
}
