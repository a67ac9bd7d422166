import type { WalletAnswer, WalletApp, WalletConnector } from '../../../wallets/wallet-connector.ts'

type Handlers = {
  onOpened: (app: WalletApp) => void
  onAnswer: (answer: WalletAnswer) => void
}

/** Listens to the wallets of one attempt at a time. */
export type WalletEvents = {
  /** Listens for this attempt from now on, and no longer for the previous one. */
  open(wallets: WalletConnector, handlers: Handlers): void
  close(): void
}

export function createWalletEvents(): WalletEvents {
  let stops: readonly (() => void)[] = []
  const close = () => {
    for (const stop of stops) stop()
    stops = []
  }
  return {
    close,
    open(wallets, { onOpened, onAnswer }) {
      close()
      const stopApp = wallets.walletApp.listen((app) => {
        if (app !== null) onOpened(app)
      })
      stops = [stopApp, wallets.onAnswer(onAnswer)]
    },
  }
}
