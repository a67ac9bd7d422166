import type { WritableAtom } from 'nanostores'
import type { Boot } from '#shared/boot.ts'
import type { Language } from '#shared/languages.ts'
import type { KeyValueStorage } from '#client/api/user-storage.ts'
import type { FirstMessages, AppMessages } from '#client/i18n/messages.ts'
import type { AwaitedContent } from '#client/parts/remembered-picture.ts'
import type { Languages } from '#client/screens/language/language.ts'
import type { MemberState } from '#client/screens/member/member.ts'
import type { Router } from '#client/screens/routing/router.ts'
import type { Telegram } from '#client/telegram/telegram.ts'
import type { WalletConnectors } from '#client/wallets/wallet-connector.ts'

/** What the app receives from outside. */
export type AppWorld = {
  boot: Boot
  telegram: Telegram
  /** Cheap to create: their libraries load on first use. */
  wallets: WalletConnectors
  fetch: typeof fetch
  storage: KeyValueStorage
  /** Storage that lasts until this tab is closed. */
  tab: KeyValueStorage
  /** Milliseconds since the epoch. */
  now: () => number
  /** How far the device's clock is ahead of the server's, in milliseconds; negative if behind. */
  clockError: () => number
}

/** What the core is made of. */
export type CoreDeps = {
  world: AppWorld
  page: PageServices
  languages: Languages
  /** What the screens show about the member. */
  state: WritableAtom<MemberState>
}

/** What the browser's page provides, separate so that the first screen can be rendered without a browser. */
export type PageServices = {
  router: Router
  loadFirstMessages: (language: Language) => FirstMessages | Promise<FirstMessages>
  loadMessages: (language: Language) => Promise<AppMessages>
  /** As assigned to `document.cookie`. May throw: clients block cookies. */
  setCookie: (cookie: string) => void
  isVisible: () => boolean
  /** Whether the browser still treats the member's tap as the cause of what happens now. */
  hasGesture: () => boolean
  /** What the page shows on Home until the wallets are known. */
  readAwaited: () => AwaitedContent
  /** Calls back when the first screen has certainly been drawn. */
  whenIdle: (act: () => void) => void
}
