import type { ReadableAtom } from 'nanostores'
import type { ClientPlatform } from '#shared/client-platform.ts'

/** How the page was opened. */
export type Launch =
  /** Telegram, with signed init data: somebody is here. */
  | {
      place: 'telegram'
      initData: string
      telegramId: string
      firstName: string
      languageCode: string | undefined
    }
  /** Telegram, from a keyboard or inline button: it sends no signed data there. */
  | { place: 'unsigned' }
  /** A browser that Telegram was left for, with a ticket for one attempt, or the session it became. */
  | { place: 'ticket' }
  /** A browser, or a page that embeds us without being Telegram. */
  | { place: 'outside' }

export type ButtonState = {
  text: string
  enabled: boolean
  /** A running indicator instead of the text. */
  busy: boolean
}

/** Shows a button until the returned `hide` is called. The last call holds. */
export type ShowButton = (
  state: ButtonState,
  onPress: () => void,
) => { update(state: ButtonState): void; hide(): void }

export type Haptic = 'success' | 'warning' | 'error' | 'selection' | 'impact'

export type ConfirmDialog = {
  title: string
  message: string
  confirm: string
  cancel: string
  destructive: boolean
}

export type AskUser = (question: ConfirmDialog) => Promise<boolean>

/** A question that waits for the member's answer in the page. */
export type OpenQuestion = { question: ConfirmDialog; answer: (isYes: boolean) => void }

/**
 * What came of a prepared message. `unsupported`: this client cannot send it, is silent, or the message has expired. Its
 * link can still be shared.
 */
export type ShareOutcome = 'sent' | 'declined' | 'failed' | 'unsupported'

/**
 * What the member answered to a request for write access. `unanswered`: nobody was asked, or nobody answered.
 * `allowed` may be the answer to another bot's dialog: only a delivered message proves it.
 */
export type WriteAccess = 'allowed' | 'declined' | 'unanswered'

/**
 * Port to Telegram: the only way in which the app touches it. Every method works on every client:
 * where a client lacks a feature, the adapter does the nearest thing or answers that it cannot.
 * Nothing here throws, and nothing waits for ever on a silent host.
 */
export interface Telegram {
  launch: Launch
  /** Client that shows us, as `tgWebAppPlatform` names it; `unknown` for names of the future. */
  platform: ClientPlatform
  /** Version of the Mini Apps protocol, `6.0` upwards; `0.0` outside Telegram. */
  version: string
  /** Follows Telegram's theme live; colours themselves are CSS variables on `:root`. */
  colorScheme: ReadableAtom<'light' | 'dark'>
  /** True where Telegram draws the main button; false where the page must draw its own. */
  hasMainButton: boolean
  /** True where Telegram draws the secondary button, since version 7.10. */
  hasSecondaryButton: boolean
  /** True where Telegram draws the back button; false where the page must draw its own. */
  hasBackButton: boolean
  /** Telegram's placeholder goes away: the first screen is painted. */
  ready(): void
  /** Shows the back button until the returned function is called. Only one handler holds at a time. */
  showBackButton(onPress: () => void): () => void
  showMainButton: ShowButton
  showSecondaryButton: ShowButton
  /** Shows "Settings" in Telegram's menu until the returned function is called. */
  showSettingsButton(onPress: () => void): () => void
  haptic(kind: Haptic): void
  /** Telegram's own popup; a dialog of the page's where there is none, which is up to the page to draw. */
  ask: AskUser
  /** What the page is to ask for {@link Telegram.ask}; null for nothing. */
  question: ReadableAtom<OpenQuestion | null>
  /**
   * Asks for confirmation when the member closes the app, which no swipe does meanwhile, until the returned function
   * is called.
   */
  guardClosing(): () => void
  /** Whether the member sees the app, and no other app or tab is in front of it. */
  isActive: ReadableAtom<boolean>
  /**
   * Whether the client still opens a link, or shows a message to share, because of the member's last tap. What is ready
   * later needs a button of its own.
   */
  isTapFresh(): boolean
  /** Opens a http(s) link in the outside browser, inside the member's tap. */
  openLink(url: string): void
  /** Opens a `https://t.me/…` link in Telegram, inside the member's tap. */
  openTelegramLink(url: string): void
  /** Lets the member send a message that the server has prepared, by its id, into a chat of theirs. */
  shareMessage(preparedId: string): Promise<ShareOutcome>
  /** Asks the member whether the bot may write to them, while the app is active. */
  requestWriteAccess(): Promise<WriteAccess>
  /** Whether Telegram could put the app on the device's home screen, where it is not yet. */
  canAddToHomeScreen(): Promise<boolean>
  /** Whether it is there now, after the member was asked. Some devices do not tell. */
  addToHomeScreen(): Promise<boolean>
  /** Calls back each time the member comes back to the app: visibility, focus or Telegram's `activated`. */
  onReturn(listener: () => void): () => void
  close(): void
}
