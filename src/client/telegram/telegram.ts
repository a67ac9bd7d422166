import type { ReadableAtom } from 'nanostores'
import type { ClientPlatform } from '#shared/client-platform.ts'

/** How the page was opened. */
export type Launch =
  /** Telegram, with signed `initData`: the member is known. */
  | MemberLaunch
  /** Telegram, from a keyboard or inline button, where it sends no signed data. */
  | { place: 'unsigned' }
  /** A browser opened from Telegram, with a ticket for one attempt, or the session that it was exchanged for. */
  | { place: 'ticket' }
  /** A browser, or a page other than Telegram that embeds us. */
  | { place: 'outside' }

export type MemberLaunch = {
  place: 'telegram'
  initData: string
  telegramId: string
  firstName: string
  /** Undefined for who has none. */
  username: string | undefined
  languageCode: string | undefined
}

export type ButtonState = {
  text: string
  enabled: boolean
  /** Shows a running indicator instead of the text. */
  busy: boolean
}

/** Shows a button until the returned `hide` is called. The last call wins. */
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

/** A question on the page that waits for the member's answer. */
export type OpenQuestion = { question: ConfirmDialog; answer: (isYes: boolean) => void }

/**
 * Outcome of a prepared message. `unsupported`: this client cannot send it or does not answer, or the message has
 * expired. Its link can still be shared.
 */
export type ShareOutcome = 'sent' | 'declined' | 'failed' | 'unsupported'

/**
 * The member's answer to a request for write access. `unanswered`: the question was not shown, or not answered.
 * `allowed` may be the answer to another bot's dialog: only a delivered message proves it.
 */
export type WriteAccess = 'allowed' | 'declined' | 'unanswered'

/**
 * Port to Telegram: the only way in which the app uses it. Every method works on every client:
 * where a client does not have a feature, the adapter does the nearest thing or answers that it cannot.
 * Nothing here throws, and nothing waits forever for a silent client.
 */
export interface Telegram {
  launch: Launch
  /** Client that shows us, as `tgWebAppPlatform` names it; `unknown` for future names. */
  platform: ClientPlatform
  /** Version of the Mini Apps protocol, `6.0` upwards; `0.0` outside Telegram. */
  version: string
  /** Follows Telegram's theme live; the colours are CSS variables on `:root`. */
  colorScheme: ReadableAtom<'light' | 'dark'>
  /** True where Telegram draws the main button; false where the page must draw its own. */
  hasMainButton: boolean
  /** True where Telegram draws the secondary button, since version 7.10. */
  hasSecondaryButton: boolean
  /** True where Telegram draws the back button; false where the page must draw its own. */
  hasBackButton: boolean
  /** Asks Telegram to remove its placeholder, because the first screen is painted. */
  ready(): void
  /** Shows the back button until the returned function is called. Only the last handler counts. */
  showBackButton(onPress: () => void): () => void
  showMainButton: ShowButton
  /**
   * Leaves the main button to the screens, once the first one is there: ends the one that the page has shown before.
   *
   * @param isPressed whether that one was pressed: then the screen's is pressed too, if it shows the same text
   */
  takeMainButtonOver(isPressed: boolean): void
  showSecondaryButton: ShowButton
  /** Shows "Settings" in Telegram's menu until the returned function is called. */
  showSettingsButton(onPress: () => void): () => void
  haptic(kind: Haptic): void
  /** Telegram's own popup; where there is none, a dialog that the page must draw. */
  ask: AskUser
  /** The question that the page must show for {@link Telegram.ask}; null for none. */
  question: ReadableAtom<OpenQuestion | null>
  /**
   * Asks for confirmation when the member closes the app, and prevents closing by a swipe, until the returned function
   * is called.
   */
  guardClosing(): () => void
  /** Whether the member sees the app, with no other app or tab in front of it. */
  isActive: ReadableAtom<boolean>
  /**
   * Whether the client still opens a link, or shows a message to share, because of the member's last tap. Anything
   * that is ready later needs another tap on a button.
   */
  isTapFresh(): boolean
  /** Opens a http(s) link in the outside browser, inside the member's tap. */
  openLink(url: string): void
  /** Opens a `https://t.me/…` link in Telegram, inside the member's tap. */
  openTelegramLink(url: string): void
  /** Loads the code for the requests below, so that a question does not wait for the network. */
  warmUp(): void
  /** Lets the member send a message that the server has prepared, by its id, into one of their chats. */
  shareMessage(preparedId: string): Promise<ShareOutcome>
  /** Asks the member whether the bot may write to them, while the app is active. */
  requestWriteAccess(): Promise<WriteAccess>
  /** Whether Telegram can put the app on the device's home screen, and it is not there yet. */
  canAddToHomeScreen(): Promise<boolean>
  /** Asks the member, and returns whether it is there now. Some devices do not report that. */
  addToHomeScreen(): Promise<boolean>
  /** Calls back each time the member returns to the app: visibility, focus or Telegram's `activated`. */
  onReturn(listener: () => void): () => void
  close(): void
}
