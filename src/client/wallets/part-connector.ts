import { atom, type ReadableAtom, type WritableAtom } from 'nanostores'
import { ApiError } from '#client/api/api-error.ts'
import { createPart } from '#client/parts/part.ts'
import type {
  DeviceWallet,
  SessionStep,
  WalletAnswer,
  WalletApp,
  WalletConnector,
} from './wallet-connector.ts'

/** When after the start to restore an earlier connection, in milliseconds. */
const REFRESH_AFTER_MS = 2_000

type Options = {
  /** Loads the connector: once, and again if that failed. */
  load: () => Promise<WalletConnector>
  /** Whether a wallet was connected on this device when the page was last open. */
  isRemembered: boolean
}

/** A connector whose code loads on first use, so that other members do not load it. */
export function createPartConnector({ load, isRemembered }: Options): WalletConnector {
  const shown = createShown(isRemembered)
  const listeners = new Map<(answer: WalletAnswer) => void, () => void>()
  let own: WalletConnector | null = null
  const part = createPart(async () => {
    own = await load()
    mirrorAll(own, shown)
    for (const listener of listeners.keys()) listeners.set(listener, own.onAnswer(listener))
    return own
  })

  async function loaded(): Promise<WalletConnector> {
    try {
      return await part.arrive()
    } catch (cause) {
      throw new ApiError('wallet-library-unavailable', { cause })
    }
  }

  // If this fails, the wallet stays unknown until it is needed.
  if (isRemembered) setTimeout(() => part.load(), REFRESH_AFTER_MS)

  return {
    ...shown,
    warmUp: async () => (await loaded()).warmUp(),
    prepare: async (request) => (await loaded()).prepare(request),
    connect: (choice) => own?.connect(choice),
    reopen: () => own?.reopen(),
    chooseAccount: (account) => own?.chooseAccount(account),
    offerChains: (attemptId, chainIds) => own?.offerChains(attemptId, chainIds),
    canSign: () => own?.canSign() ?? false,
    sign(request) {
      if (own !== null) own.sign(request)
      // A failed load is reported when the wallet is needed again.
      else
        void loaded().then(
          (loadedOwn) => loadedOwn.sign(request),
          () => {},
        )
    },
    closeChooser: () => own?.closeChooser(),
    restore: async () => (await loaded()).restore(),
    cancel: () => own?.cancel(),
    disconnect: async () => (await loaded()).disconnect(),
    onAnswer(listener) {
      listeners.set(listener, own?.onAnswer(listener) ?? (() => {}))
      return () => {
        listeners.get(listener)?.()
        listeners.delete(listener)
      }
    },
  }
}

/** What is shown of the wallet until its code has loaded. */
function createShown(isRemembered: boolean) {
  return {
    deviceWallet: atom<DeviceWallet>({ status: isRemembered ? 'restoring' : 'disconnected' }),
    chooserOpen: atom(false),
    walletApp: atom<WalletApp | null>(null),
    link: atom<string | null>(null),
    sessionStep: atom<SessionStep | null>(null),
  }
}

function mirrorAll(own: WalletConnector, shown: ReturnType<typeof createShown>): void {
  mirror(own.deviceWallet, shown.deviceWallet)
  mirror(own.chooserOpen, shown.chooserOpen)
  mirror(own.walletApp, shown.walletApp)
  mirror(own.link, shown.link)
  mirror(own.sessionStep, shown.sessionStep)
}

function mirror<T>(from: ReadableAtom<T>, to: WritableAtom<T>): void {
  from.subscribe((value) => to.set(value))
}
