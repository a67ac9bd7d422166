import type { ITonConnect, TonConnect } from '@tonconnect/ui-react'
import { findTelegramWallet } from './listed-wallet.ts'

/**
 * The connector that the library's list of wallets gets, around the library's own. The list starts connections and
 * learns nothing of wallets: it writes what it learns into the device's storage for all Telegram accounts, and relies on
 * what wallets say of themselves. Wallet in Telegram is left to our own line above the list, which would show it with a
 * picture from another site.
 */
export function createListConnector(own: TonConnect, connect: ITonConnect['connect']): ITonConnect {
  return {
    connected: false,
    account: null,
    wallet: null,
    connect,
    onStatusChange: () => () => {},
    async getWallets() {
      const wallets = await own.getWallets()
      const ours = findTelegramWallet(wallets)
      return wallets.filter((wallet) => wallet !== ours)
    },
    restoreConnection: own.restoreConnection.bind(own),
    setConnectionNetwork: own.setConnectionNetwork.bind(own),
    pauseConnection: own.pauseConnection.bind(own),
    unPauseConnection: own.unPauseConnection.bind(own),
    disconnect: own.disconnect.bind(own),
    sendTransaction: refuse,
    signData: own.signData.bind(own),
    getSessionId: own.getSessionId.bind(own),
  }
}

/** Nothing in the app asks for a transaction, and the list cannot either. */
function refuse(): never {
  throw new TypeError('no transaction is ever asked for')
}
