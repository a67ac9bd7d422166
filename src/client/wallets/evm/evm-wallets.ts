import * as v from 'valibot'
import { EVM_WALLET_NAMES, type EvmWalletId } from '#shared/evm-wallet-names.ts'

/** How a page opens a wallet app. */
export const WalletLinkSchema = v.object({
  /**
   * `universal`: an https link, which opens the app, or a web page where the app is not installed.
   * `scheme`: a link in the app's own scheme, which may be opened only in a new window.
   */
  kind: v.picklist(['universal', 'scheme']),
  url: v.string(),
  /** Whether the link also works on a computer. */
  hasWebApp: v.boolean(),
})

export type WalletLink = v.InferOutput<typeof WalletLinkSchema>

type EvmWalletFacts = {
  name: string
  kind: WalletLink['kind']
  /** What the encoded pairing URI is appended to. */
  pairing: string
  /** Brings the wallet to the front, without a request in the link. */
  home: string
  hasWebApp: boolean
}

/**
 * Wallets whose links keep the Mini App open and carry the pairing URI, as their makers document or
 * register them. Left out:
 *
 * - Coinbase Wallet (now Base): WalletConnect's registry holds no link for it, `base.app` drops the
 *   path, and Reown's own list reaches it only by sending our page's address to its browser.
 * - Phantom: does not support WalletConnect. Its links, too, open our page's address in its browser,
 *   and replace the Mini App.
 */
export const EVM_WALLETS: Readonly<Record<EvmWalletId, EvmWalletFacts>> = {
  // MetaMask's own handler (app/core/DeeplinkManager in metamask-mobile) shows no warning before `wc`.
  // The older metamask.app.link goes through an ad network's redirect, which loses the request.
  metamask: universal('metamask', 'https://link.metamask.io/'),
  // developer.trustwallet.com, "Deep linking".
  trust: universal('trust', 'https://link.trustwallet.com/'),
  // As registered with WalletConnect. OKX's https page is for downloading apps and ignores a pairing.
  okx: {
    name: EVM_WALLET_NAMES.okx,
    kind: 'scheme',
    pairing: 'okex://main/wc?uri=',
    home: 'okex://main',
    hasWebApp: false,
  },
  // web3.bitget.com/en/docs, "Deeplink".
  bitget: universal('bitget', 'https://bkcode.vip/'),
  // As RainbowKit opens it.
  rainbow: universal('rainbow', 'https://rnbwapp.com/'),
  // The phone app takes the same link as the web app (safe-wallet-monorepo, apps/mobile).
  safe: { ...universal('safe', 'https://app.safe.global/'), hasWebApp: true },
}

function universal(id: EvmWalletId, home: string): EvmWalletFacts {
  const name = EVM_WALLET_NAMES[id]
  return { name, kind: 'universal', pairing: `${home}wc?uri=`, home, hasWebApp: false }
}

export function isListed(choice: string): choice is EvmWalletId {
  return Object.hasOwn(EVM_WALLETS, choice)
}

/**
 * The link that passes a pairing to a wallet.
 *
 * @param isTelegramAndroid Telegram for Android decodes links in apps' own schemes once on their way
 *   (found by Reown's AppKit: CoreHelperUtil.formatNativeUrl)
 */
export function pairingLink(id: EvmWalletId, uri: string, isTelegramAndroid: boolean): WalletLink {
  const { kind, pairing, hasWebApp } = EVM_WALLETS[id]
  const once = encodeURIComponent(uri)
  const encoded = isTelegramAndroid && kind === 'scheme' ? encodeURIComponent(once) : once
  return { kind, url: pairing + encoded, hasWebApp }
}

/** The link that brings a wallet of our list to the front, where it finds its request automatically. */
export function homeLink(id: EvmWalletId): WalletLink {
  const { kind, home } = EVM_WALLETS[id]
  return { kind, url: home, hasWebApp: false }
}

/** Schemes that would run in our page's name, or that do not lead to a wallet. */
const NOT_A_WALLET =
  /^(?:javascript|data|blob|file|filesystem|about|view-source|intent|http|ws|wss|tg|wc)$/i

const UrlSchema = v.pipe(v.string(), v.url())

/** The link that a connected wallet gives for returning to it; null if that is no link to an app. */
export function peerLink(redirect: { universal?: string; native?: string }): WalletLink | null {
  const { universal: web = '', native = '' } = redirect
  if (v.is(UrlSchema, web) && new URL(web).protocol === 'https:')
    return { kind: 'universal', url: web, hasWebApp: false }
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(native)?.[1]
  if (scheme === undefined || NOT_A_WALLET.test(scheme)) return null
  const kind = scheme.toLowerCase() === 'https' ? 'universal' : 'scheme'
  return { kind, url: native, hasWebApp: false }
}
