import type { WritableAtom } from 'nanostores'
import type { HomeScreen, Platform, Theme } from '../../theme-params.ts'
import type { AskDialog } from './dialogs.ts'
import type { SessionState } from './session-state.ts'
import type { TapLimits } from './tap-limits.ts'
import * as v from 'valibot'

/** What a Mini App may ask the person to pick from: https://core.telegram.org/bots/webapps, `switchInlineQuery` */
export const CHAT_TYPES = ['users', 'bots', 'groups', 'channels'] as const

export type ClientSettings = {
  platform: Platform
  version: string
  theme: Theme
  /** Whether the phone has a notch and a home indicator. */
  hasInsets: boolean
  homeScreen: HomeScreen
  /** Whether Mini Apps are opened in fullscreen, as a link with `mode=fullscreen` does. Since version 8.0. */
  opensFullscreen: boolean
  /** Whether the client frames Mini Apps in a page of its own, as Telegram Desktop does on Linux. */
  hasShell: boolean
  /**
   * What a direct link does while the Mini App is open. `stale`: it shows the open app with its old
   * parameter, a known fault of clients. `reuses-frame`: only the fragment of the page's address changes.
   * `second-instance`: it opens the app once more, and the first one lives on behind it.
   */
  secondLink: 'reopens' | 'stale' | 'reuses-frame' | 'second-instance'
  /** Whether direct links arrive without their parameter, as from other apps of some phones. */
  losesStartParam: boolean
}

/** The outcome of a message that the Mini App prepared; the Mini App gets the error. */
export type SharingOutcome = { outcome: 'sent' } | { outcome: 'failed'; error: string }

/** What a Mini App can reach of its client. */
export type SessionPorts = {
  client(): ClientSettings
  /** Milliseconds. */
  now(): number
  ask: AskDialog
  toast(text: string): void
  note(entry: { kind: 'haptic' | 'in' | 'out' | 'ignored'; name: string; detail: string }): void
  openLink(url: string): void
  openTelegramLink(url: string): void
  mayBotWrite(): boolean
  /** Name of another bot whose Mini App lies in front; null while there is none. */
  otherInFront(): string | null
  grantWriteAccess(): Promise<void>
  /** Storage of this account at the bot, and of this device. */
  storage: Record<'cloud' | 'device' | 'secure', Map<string, string>>
  /** Has the person send a message that the bot prepared. */
  sendPrepared(preparedId: string): Promise<SharingOutcome>
  /** Starts an inline query: in a chat that the person picks, or, without types, in the one behind. */
  switchInline(query: string, chatTypes: readonly ChatType[]): void
  /** The app is on the device's home screen from now on. */
  putOnHomeScreen(): void
  close(): void
}

/** What the methods share. */
export type SessionContext = {
  ports: SessionPorts
  taps: TapLimits
  state: WritableAtom<SessionState>
  update(change: Partial<SessionState>): void
  emit(eventType: string, eventData?: unknown): void
  frameSize(): { width: number; height: number }
}

export type ChatType = (typeof CHAT_TYPES)[number]

/** One method of the web events protocol, app to client: https://core.telegram.org/api/web-events */
export type AppMethod = {
  /** Protocol version that brought it. */
  since: string
  run(eventData: unknown): 'done' | 'malformed'
}
export type AppMethods = Record<string, AppMethod>

export function appMethod<Schema extends v.GenericSchema>(
  since: string,
  schema: Schema,
  run: (parameters: v.InferOutput<Schema>) => void,
): AppMethod {
  return {
    since,
    run(eventData) {
      const parsed = v.safeParse(schema, eventData ?? {})
      if (!parsed.success) return 'malformed'
      run(parsed.output)
      return 'done'
    },
  }
}

export function plainMethod(since: string, run: () => void): AppMethod {
  return appMethod(since, v.unknown(), run)
}

/** `#rgb` is refused as clients refuse it. */
export const ColorSchema = v.pipe(v.string(), v.regex(/^#[\da-f]{6}$/i))
export const RequestIdSchema = v.object({ req_id: v.string() })
