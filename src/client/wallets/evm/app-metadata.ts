import type { Telegram } from '#client/telegram/telegram.ts'

type App = {
  appName: string
  /** Our origin. */
  origin: string
  /** Direct link that opens the app. */
  appLink: `https://t.me/${string}`
  telegram: Telegram
}

/** What a wallet shows about us, and where it returns the member to. */
export function appMetadata({ appName, origin, appLink, telegram }: App) {
  // On a computer the wallet is on a phone, where returning would lead away from the attempt; in
  // a browser it would lead into Telegram.
  const isWalletBeside = telegram.platform === 'ios' || telegram.platform === 'android'
  return {
    name: appName,
    description: appName,
    // A wallet compares it with what WalletConnect's frame attests.
    url: origin,
    icons: [`${origin}/icon-180.png`],
    ...(isWalletBeside && { redirect: { universal: appLink, native: nativeLink(appLink) } }),
  }
}

/** The same link in Telegram's own scheme (core.telegram.org/api/links#direct-mini-app-links). */
function nativeLink(appLink: string): string {
  const { pathname, search } = new URL(appLink)
  const [, bot = '', app] = pathname.split('/')
  const name = app === undefined ? '' : `&appname=${app}`
  return `tg://resolve?domain=${bot}${name}&${search.slice(1)}`
}
