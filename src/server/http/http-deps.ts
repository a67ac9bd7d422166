import type { Boot } from '#shared/boot.ts'
import type { Language } from '#shared/languages.ts'
import type { Log } from '../log.ts'
import type { Store } from '../store/store.ts'
import type { LaunchVerdict } from '../verify/launch-data.ts'
import type { TonChain } from '../verify/ton-chain.ts'
import type { WalletIcons } from '../wallets-list/wallet-icons.ts'
import type { WalletsList } from '../wallets-list/wallets-list.ts'
import type { Shell } from './shell.ts'

/** Everything that the HTTP side works with. */
export type HttpDeps = {
  store: Store
  log: Log
  /** Unix time in milliseconds. */
  now: () => number
  verifyLaunchData: (raw: string | undefined, now: number) => LaunchVerdict
  tonChain: TonChain
  boot: Omit<Boot, 'language'>
  /** Origin under which members reach us; its host is the domain that wallets sign. */
  publicUrl: string
  shell: Shell
  walletsList: WalletsList
  walletIcons: WalletIcons
  /** What `/privacy` says, as HTML without a page around it. */
  privacyMarkup: (language: Language) => string
  /** Folder of the client build, for hashed assets. */
  clientDirectory: string
  frameAncestors: readonly string[]
  /** Something happened that the bot may have to tell: look for receipts now. */
  onEvent: () => void
  /** Telegram's updates, in webhook mode only. */
  telegramWebhook: ((request: Request) => Promise<Response>) | null
}
