import { createTicket } from '#shared/api/create-ticket.ts'
import { createUserStorage } from '#client/api/user-storage.ts'
import { createBrowserHandover } from '#client/wallets/evm/browser-handover.ts'
import type { WalletConnector } from '#client/wallets/wallet-connector.ts'
import type { EvmWalletsDeps } from './evm-wallets-deps.ts'

/** EVM wallets on our page in the browser. */
export function createHandedOverWallets(deps: EvmWalletsDeps): WalletConnector {
  return createBrowserHandover({
    telegram: deps.telegram,
    now: deps.now,
    storage: createUserStorage(deps.storage, deps.telegramId),
    openTicket: (id) => deps.api().call(createTicket, { id }),
  })
}
