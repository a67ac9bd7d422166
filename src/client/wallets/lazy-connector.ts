import { atom, type ReadableAtom, type WritableAtom } from 'nanostores'
import { ApiError } from '#client/api/api-error.ts'
import type { DeviceWallet, WalletAnswer, WalletApp, WalletConnector } from './wallet-connector.ts'

/** When after the start to restore an earlier connection, in milliseconds. */
const REFRESH_AFTER_MS = 2_000

type Options = {
  /** Loads the connector: once, and again if that failed. */
  load: () => Promise<WalletConnector>
  /** Whether a wallet was connected on this device when the page was last open. */
  isRemembered: boolean
}

/** A connector whose code loads on first use, so that other members do not load it. */
export function createLazyConnector({ load, isRemembered }: Options): WalletConnector {
  const deviceWallet = atom<DeviceWallet>({ status: isRemembered ? 'restoring' : 'disconnected' })
  const chooserOpen = atom(false)
  const walletApp = atom<WalletApp | null>(null)
  const link = atom<string | null>(null)
  const listeners = new Map<(answer: WalletAnswer) => void, () => void>()
  let own: WalletConnector | null = null
  let loading: Promise<WalletConnector> | null = null

  async function fetchOwn(): Promise<WalletConnector> {
    try {
      own = await load()
    } catch (cause) {
      loading = null
      throw new ApiError('wallet-library-unavailable', { cause })
    }
    mirror(own.deviceWallet, deviceWallet)
    mirror(own.chooserOpen, chooserOpen)
    mirror(own.walletApp, walletApp)
    mirror(own.link, link)
    for (const listener of listeners.keys()) listeners.set(listener, own.onAnswer(listener))
    return own
  }

  function loaded(): Promise<WalletConnector> {
    loading ??= fetchOwn()
    return loading
  }

  // If this fails, the wallet stays unknown until it is needed.
  if (isRemembered) setTimeout(() => void loaded().catch(() => {}), REFRESH_AFTER_MS)

  return {
    deviceWallet,
    chooserOpen,
    walletApp,
    link,
    warmUp: async () => (await loaded()).warmUp(),
    prepare: async (request) => (await loaded()).prepare(request),
    connect: (choice) => own?.connect(choice),
    reopen: () => own?.reopen(),
    canSign: () => own?.canSign() ?? false,
    sign: (request) => own?.sign(request),
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

function mirror<T>(from: ReadableAtom<T>, to: WritableAtom<T>): void {
  from.subscribe((value) => to.set(value))
}
