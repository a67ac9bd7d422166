import { readUrl } from '#demo/read-url.ts'

/** https links that EVM wallets have claimed from the phone. Source: the wallets' own association files. */
const CLAIMED_HOSTS: Readonly<Record<string, string>> = {
  'link.metamask.io': 'MetaMask',
  'metamask.app.link': 'MetaMask',
  'link.trustwallet.com': 'Trust Wallet',
  'bkcode.vip': 'Bitget Wallet',
  'rnbwapp.com': 'Rainbow',
  'app.safe.global': 'Safe{Wallet}',
}

/** Schemes of wallets' own links. The demo wallet's own is the one that it gives apps to call it back. */
const CLAIMED_SCHEMES: Readonly<Record<string, string>> = {
  'okex:': 'OKX Wallet',
  'metamask:': 'MetaMask',
  'trust:': 'Trust Wallet',
  'bitkeep:': 'Bitget Wallet',
  'rainbow:': 'Rainbow',
  'safe:': 'Safe{Wallet}',
  'clasp-demo-wallet:': 'Demo EVM Wallet',
}

/** A link that the phone hands to an EVM wallet instead of a browser. */
export type AppLink = {
  /** The app that it belongs to. */
  app: string
  /** The pairing URI in it; null where it only brings the app to the front. */
  uri: string | null
}

/** What a phone does with a link; null where it is for a browser. */
export function readAppLink(link: string): AppLink | null {
  const url = readUrl(link)
  if (url === null) return null
  const app =
    CLAIMED_SCHEMES[url.protocol] ?? (isWeb(url) ? CLAIMED_HOSTS[url.hostname] : undefined)
  return app === undefined ? null : { app, uri: url.searchParams.get('uri') }
}

/** Path and query under which the demo wallet's page answers for that app. */
export function demoWalletPath({ uri }: AppLink): string {
  return uri === null ? '/evm-wallet/' : `/evm-wallet/?${new URLSearchParams({ uri })}`
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:'
}
