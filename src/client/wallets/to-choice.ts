import { EVM_WALLET_IDS, EVM_WALLET_NAMES } from '#shared/evm-wallet-names.ts'
import type { Family } from '#shared/wallet.ts'
import type { WalletApp, WalletChoice } from './wallet-connector.ts'

const TELEGRAM_WALLET = 'telegram-wallet'

/**
 * The choice that opens this app again: the library's own list where no other choice does. No EVM wallet is named in a
 * build without them.
 */
export function toChoice(family: Family, app: WalletApp): WalletChoice {
  return __EVM__ && family === 'evm' ? toEvmChoice(app) : toTonChoice(app)
}

function toTonChoice({ appName }: WalletApp): WalletChoice {
  if (appName === '') return 'all-wallets'
  return appName === TELEGRAM_WALLET ? TELEGRAM_WALLET : `ton:${appName}`
}

/** By its name, too, because the library's list has the same wallets. */
function toEvmChoice({ appName, name }: WalletApp): WalletChoice {
  const id = EVM_WALLET_IDS.find((each) => each === appName || EVM_WALLET_NAMES[each] === name)
  return id ?? 'all-wallets'
}
