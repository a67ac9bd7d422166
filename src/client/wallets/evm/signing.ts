import { ApiError } from '#client/api/api-error.ts'
import type { SignRequest } from '../wallet-connector.ts'
import type { AskedSignature } from './evm-memory.ts'
import type { EvmState } from './evm-state.ts'
import type { WalletLibrary } from './library.ts'
import type { SigningMethod } from './session-account.ts'
import type { WalletConnect } from './wallet-connect.ts'
import { getWalletConnectErrorCode } from './wallet-connect-error.ts'

type SigningOptions = {
  state: EvmState
  library: WalletLibrary<WalletConnect>
  review: () => void
  beforeAsking: () => void
}

/** Requests the connected wallet's signature: once for each text. */
export function createSigning(options: SigningOptions) {
  const { state, library, review, beforeAsking } = options
  let sending: AskedSignature | null = null

  async function send(asked: AskedSignature, mayRepeat = true): Promise<void> {
    sending = asked
    try {
      const walletConnect = await library.load()
      beforeAsking()
      await walletConnect.ask(asked)
      review()
    } catch (error) {
      // Answered or cancelled meanwhile: the answer was found in the records before the library reported it.
      if (state.asked() !== asked) return
      const code = error instanceof ApiError ? error.code : getWalletConnectErrorCode(error)
      // A phone stops the page that has opened the wallet, sometimes before the request has left.
      if (code === 'evm-relay-unreachable' && mayRepeat) return await send(asked, false)
      state.fail(code)
    } finally {
      if (sending === asked) sending = null
    }
  }

  /** A request that a reload has interrupted on its way never reached the wallet. */
  function sendAgain(asked: AskedSignature): void {
    const walletConnect = library.current()
    if (sending === null && walletConnect?.isAsked(asked) === false) void send(asked)
  }

  return {
    sign(request: SignRequest): void {
      const connected = state.connected()
      if (connected === null) return state.fail('evm-session-lost')
      if (!connected.methods.includes(getMethod(request)))
        return state.fail('evm-method-unsupported')
      const { topic } = connected
      const next = { ...request, account: request.account ?? connected.account, topic }
      const asked = state.asked()
      if (asked !== null && isSame(asked, next)) return sendAgain(asked)
      state.keepAsked(next)
      void send(next)
    },
  }
}

/** The signing method; `signing-request.ts`, which loads only when there is a request, uses the same. */
function getMethod({ signsFor }: Pick<SignRequest, 'signsFor'>): SigningMethod {
  return signsFor === null ? 'personal_sign' : 'eth_signTypedData_v4'
}

/** Whether both ask the same wallet for the same signature. */
function isSame(one: AskedSignature, other: AskedSignature): boolean {
  return (
    one.topic === other.topic &&
    one.message === other.message &&
    one.account.address === other.account.address &&
    one.signsFor?.address === other.signsFor?.address
  )
}
