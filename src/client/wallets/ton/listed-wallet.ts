import type { Wallet, WalletConnectionSource, WalletInfo } from '@tonconnect/ui-react'
import { isWalletInfoCurrentlyInjected, isWalletInfoRemote } from '@tonconnect/ui-react'
import * as v from 'valibot'
import type { WalletApp, WalletChoice } from '../wallet-connector.ts'
import type { ConnectedWallet } from './connection-state.ts'

/** Before the `app_name` of a wallet that the member chose. */
const CHOICE = /^ton:/

const SourceSchema = v.object({
  universalLink: v.optional(v.string()),
  jsBridgeKey: v.optional(v.string()),
})

/** How to connect the chosen wallet: directly where it is part of the browser, else by a link and a bridge. */
export function findSource(
  choice: WalletChoice,
  wallets: WalletInfo[],
): Extract<WalletConnectionSource, object> | undefined {
  const wanted = choice.replace(CHOICE, '')
  const listed = wallets.filter(({ appName }) => appName === wanted)
  const injected = listed.find(isWalletInfoCurrentlyInjected)
  if (injected !== undefined) return { jsBridgeKey: injected.jsBridgeKey }
  const remote = listed.find(isWalletInfoRemote)
  return remote && { universalLink: remote.universalLink, bridgeUrl: remote.bridgeUrl }
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

/** The wallet app that answered, as the list names it where it is on the list. */
function getAppForDevice(appName: string, wallets: WalletInfo[]): WalletApp {
  const wallet = wallets.find((info) => info.appName.toLowerCase() === appName.toLowerCase())
  return wallet ? { appName: wallet.appName, name: wallet.name } : { appName: '', name: appName }
}
