import type { Wallet, WalletInfo, WalletInfoRemote } from '@tonconnect/ui-react'
import { isWalletInfoRemote } from '@tonconnect/ui-react'
import * as v from 'valibot'
import type { WalletApp } from '../wallet-connector.ts'
import type { ConnectedWallet } from './connection-state.ts'

/** Name of "Wallet in Telegram" in TON Connect's list of wallets. */
const TELEGRAM_WALLET = 'telegram-wallet'

const SourceSchema = v.object({
  universalLink: v.optional(v.string()),
  jsBridgeKey: v.optional(v.string()),
})

export function findTelegramWallet(wallets: WalletInfo[]): WalletInfoRemote | undefined {
  return wallets.filter(isWalletInfoRemote).find(({ appName }) => appName === TELEGRAM_WALLET)
}

/** The wallet app of a connection; null where the link fits every wallet. */
export function findAppBySource(source: unknown, wallets: WalletInfo[]): WalletApp | null {
  const wanted = v.safeParse(SourceSchema, source)
  if (!wanted.success) return null
  const { universalLink, jsBridgeKey } = wanted.output
  const wallet = wallets.find(
    (info) =>
      ('universalLink' in info && info.universalLink === universalLink) ||
      ('jsBridgeKey' in info && info.jsBridgeKey === jsBridgeKey),
  )
  return wallet ? { appName: wallet.appName, name: wallet.name } : null
}

/** What the page stores about a connected wallet. */
export function getConnectedWallet(
  { account, device }: Wallet,
  wallets: WalletInfo[],
): ConnectedWallet {
  const signs = device.features.some(
    (feature) =>
      typeof feature === 'object' && feature.name === 'SignData' && feature.types.includes('text'),
  )
  const { chain: network, address } = account
  const walletApp = getAppForDevice(device.appName, wallets)
  return { status: 'connected', network, address, walletApp, signs }
}

/** The wallet app that answered, by the list's name where it is on the list. */
function getAppForDevice(appName: string, wallets: WalletInfo[]): WalletApp {
  const wallet = wallets.find((info) => info.appName.toLowerCase() === appName.toLowerCase())
  return { appName, name: wallet?.name ?? appName }
}
