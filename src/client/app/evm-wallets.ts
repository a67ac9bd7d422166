import * as v from 'valibot'
import { createUserStorage } from '#client/api/user-storage.ts'
import { EVM_CONNECTED_KEY } from '#client/wallets/evm/connected-key.ts'
import { createPartConnector } from '#client/wallets/part-connector.ts'
import type { WalletConnector } from '#client/wallets/wallet-connector.ts'
import type { EvmWalletsDeps } from './evm-wallets-deps.ts'

/** EVM wallets as the operator offers them: in this page, or from Telegram through the browser. */
export function createEvmWallets(deps: EvmWalletsDeps): WalletConnector | null {
  const { boot, telegram, storage, telegramId } = deps
  const { evm, policy } = boot
  if (evm === null) return null
  if (policy.evm === 'browser' && telegram.launch.place !== 'ticket') {
    const load = async () =>
      (await import('./handed-over-wallets.ts')).createHandedOverWallets(deps)
    return createPartConnector({ load, isRemembered: false })
  }
  const memory = createUserStorage(storage, telegramId)
  return createPartConnector({
    load: async () => (await import('./in-app-wallets.ts')).createInAppWallets(deps, evm),
    isRemembered: memory.read(EVM_CONNECTED_KEY, v.object({})) !== null,
  })
}
