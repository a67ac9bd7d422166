import type { AppKitChooser } from './app-kit.ts'
import type { EvmState } from './evm-state.ts'
import { createLibrary } from './library.ts'
import type { WalletConnect } from './wallet-connect.ts'

type ChooserProvider = WalletConnect['provider']

export type ChooserOptions = {
  state: EvmState
  provider: () => Promise<ChooserProvider>
  open: (
    provider: ChooserProvider,
    on: { open: (isOpen: boolean) => void; wallet: (name: string) => void },
  ) => Promise<AppKitChooser>
}

/** The list of all wallets, from a library that loads when the list is opened. */
export function createChooser({ state, provider, open }: ChooserOptions) {
  const library = createLibrary(async () =>
    open(await provider(), { open: (isOpen) => state.chooserOpen.set(isOpen), wallet: named }),
  )

  /** The member has chosen a wallet from the list. */
  function named(name: string): void {
    const pending = state.pairing()
    if (pending === null) return
    state.keepPending({ ...pending, wallet: null, walletApp: { appName: name, name } })
  }

  return {
    async open(): Promise<void> {
      try {
        const chooser = await library.load()
        const uri = state.link.get()
        if (uri !== null) await chooser.open(uri)
      } catch {
        state.deliver({ kind: 'failure', code: 'wallet-library-unavailable' })
      }
    },
    show: (uri: string) => library.current()?.show(uri),
    close: () => library.current()?.close(),
  }
}
