import type { WalletConnectionSource, WalletInfo } from '@tonconnect/ui-react'
import { isWalletInfoCurrentlyInjected, isWalletInfoRemote } from '@tonconnect/ui-react'
import * as v from 'valibot'
import { isTelegramLink } from '#shared/links.ts'
import type { WalletApp, WalletChoice } from '../wallet-connector.ts'

/** Before the `app_name` of a wallet that the member chose. */
const CHOICE = /^ton:/

const SourceSchema = v.object({
  universalLink: v.optional(v.string()),
  jsBridgeKey: v.optional(v.string()),
})

/** The wallet that Telegram offers: the first of the list whose link leads into Telegram. The list has it first. */
export function findTelegramWallet(wallets: readonly WalletInfo[]): WalletInfo | undefined {
  return wallets.find((info) => isWalletInfoRemote(info) && isTelegramLink(info.universalLink))
}

/** How to connect the chosen wallet: directly where it is part of the browser, else by a link and a bridge. */
export function findSource(
  choice: WalletChoice,
  wallets: WalletInfo[],
): Extract<WalletConnectionSource, object> | undefined {
  const inTelegram = choice === 'telegram-wallet' ? findTelegramWallet(wallets)?.appName : undefined
  const wanted = inTelegram ?? choice.replace(CHOICE, '')
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
