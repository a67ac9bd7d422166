import { ApiError } from '#client/api/api-error.ts'
import type { SignRequest } from '../wallet-connector.ts'
import type { AskedSignature } from './evm-memory.ts'
import type { EvmState } from './evm-state.ts'
import type { Library } from './library.ts'
import type { WalletConnect } from './wallet-connect.ts'
import { codeOfWalletConnectError } from './wallet-connect-error.ts'

type SigningOptions = {
  state: EvmState
  library: Library<WalletConnect>
  now: () => number
  review: () => void
  beforeAsking: () => void
}

/** Asks the connected wallet for its signature: once for each text. */
export function createSigning(options: SigningOptions) {
  const { state, library, now, review, beforeAsking } = options
  let sending: AskedSignature | null = null

  async function send(asked: AskedSignature, mayRepeat = true): Promise<void> {
    sending = asked
    try {
      const walletConnect = await library.load()
      beforeAsking()
      await walletConnect.ask(asked)
      review()
    } catch (error) {
      // Answered or given up meanwhile: the answer was found on record, before the library told it.
      if (state.asked() !== asked) return
      const code = error instanceof ApiError ? error.code : codeOfWalletConnectError(error)
      // A phone stops the page that has opened the wallet, sometimes before the request has left.
      if (code === 'evm-relay-unreachable' && mayRepeat) return await send(asked, false)
      state.fail(code)
    } finally {
      if (sending === asked) sending = null
    }
  }

  /** A request that a reload has cut off on its way never reached the wallet. */
  function sendAgain(asked: AskedSignature): void {
    const walletConnect = library.current()
    if (sending === null && walletConnect?.isAsked(asked) === false) void send(asked)
  }

  return {
    sign({ attemptId, message, account }: SignRequest): void {
      const connected = state.connected()
      if (connected === null) return state.fail('evm-session-lost')
      const asked = state.asked()
      if (asked?.message === message && asked.topic === connected.topic) return sendAgain(asked)
      const { topic } = connected
      const next = { attemptId, message, account: account ?? connected.account, topic }
      const record = { ...next, createdAt: now() }
      state.keepAsked(record)
      void send(record)
    },
  }
}
