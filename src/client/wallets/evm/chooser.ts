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

  /** Counts how often the list was opened or closed. */
  let turn = 0

  /** The member has chosen a wallet from the list. */
  function named(name: string): void {
    const pending = state.pairing()
    if (pending === null) return
    state.keepPending({ ...pending, wallet: null, walletApp: { appName: name, name } })
  }

  return {
    async open(): Promise<void> {
      turn += 1
      const mine = turn
      /** The link that waits; null once the list is no longer wanted. */
      const wanted = () => (mine === turn ? state.link.get() : null)
      try {
        const chooser = await library.load()
        const uri = wanted()
        if (uri !== null) await chooser.open(uri)
      } catch {
        if (wanted() !== null)
          state.deliver({ kind: 'failure', code: 'wallet-library-unavailable' })
      }
    },
    show: (uri: string) => library.current()?.show(uri),
    /** Closes it, also where it is still to open. */
    close: (): void => {
      turn += 1
      library.current()?.close()
    },
  }
}
