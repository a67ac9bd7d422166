import * as v from 'valibot'
import { onTestFinished, vi } from 'vitest'

/** A message to or from a client that is a web page. */
export const MessageSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ eventType: v.string(), eventData: v.optional(v.unknown()) }),
)

type MessengerPosted = { method: string; data: unknown }

export type TestMessengerOptions = {
  version?: string
  platform?: string
  /** `tgWebAppThemeParams` in the URL; undefined omits it. */
  theme?: string | undefined
  /** `tgWebAppData` in the URL; empty for a keyboard or inline button. */
  initData?: string
  /** The client's answers: event name and data for a method. A client without answers is silent. */
  answers?: Record<string, { event: string; data: unknown }>
  /** The whole text after the `#`, instead of the one made from the other options. */
  hash?: string
  /** The part of the address before it. */
  path?: string
  /** Shows the page in a frame, as the web clients do. @default false: native */
  isFrame?: boolean
  /** Origin of the page around the frame. @default the first of {@link FRAME_ORIGINS} */
  frameOrigin?: string
  /** What the browser reveals about it. @default Chromium's `ancestorOrigins` */
  reveals?: 'ancestor' | 'opaque' | 'nothing'
  /** Receives the messages that the page posts. */
  onPost?: (method: string, data: unknown) => void
}

/** Origins that the server allows to show the page in a frame. */
export const FRAME_ORIGINS = [
  'https://web.telegram.org',
  'https://webk.telegram.org',
  'https://weba.telegram.org',
]

export const LIGHT_THEME = { bg_color: '#ffffff', secondary_bg_color: '#f0f0f0' }
export const DARK_THEME = { bg_color: '#17212b', secondary_bg_color: '#232e3c' }

/** The names that a native client and the page put into the window for each other. */
const NATIVE_NAMES = [
  'TelegramWebviewProxy',
  'TelegramGameProxy',
  'TelegramGameProxy_receiveEvent',
  'Telegram',
]

/** The initData as a client passes it on. Its hash is not real, because only the server checks it. */
export function getInitData(fields: Record<string, string> = {}): string {
  return `${new URLSearchParams({
    user: JSON.stringify({ id: 42, first_name: 'Ann', language_code: 'fa' }),
    auth_date: '1790000000',
    signature: 'c2lnbmF0dXJl',
    hash: 'ab'.repeat(32),
    ...fields,
  })}`
}

/**
 * A scripted native Telegram client around the page of a test, until the test ends. It injects
 * `TelegramWebviewProxy` and calls back through `Telegram.WebView.receiveEvent`.
 */
export function openTestMessenger(options: TestMessengerOptions = {}) {
  const { answers = {}, frameOrigin = 'https://web.telegram.org' } = options
  const posted: MessengerPosted[] = []
  const listeners = vi.spyOn(window, 'addEventListener')
  const documentListeners = vi.spyOn(document, 'addEventListener')

  visit(getAddress(options))
  function listen(method: string, data: unknown): void {
    posted.push({ method, data })
    options.onPost?.(method, data)
    const answer = answers[method]
    if (answer !== undefined) queueMicrotask(() => emit(answer.event, answer.data, frameOrigin))
  }
  const misdirected: string[] = []
  if (options.isFrame === true)
    frame(frameOrigin, { ...options, postMessage: listenToFrame(listen, frameOrigin, misdirected) })
  else Object.assign(window, { TelegramWebviewProxy: { postEvent: listenToProxy(listen) } })

  /** Removes the client and the page's listeners. */
  function close(): void {
    for (const [type, listener] of listeners.mock.calls)
      if (listener !== null) window.removeEventListener(type, listener)
    for (const [type, listener] of documentListeners.mock.calls)
      if (listener !== null) document.removeEventListener(type, listener)
    leaveClient()
  }
  onTestFinished(close)

  return {
    posted,
    /** Target origins of messages that the browser did not deliver. */
    misdirected,
    emit: (event: string, data?: unknown) => emit(event, data, frameOrigin),
    /** The data of every call of one method. */
    getData: (method: string) =>
      posted.filter((call) => call.method === method).map((call) => call.data),
    close,
  }
}

/** The address that a client opens. */
function getAddress(options: TestMessengerOptions): string {
  const { version = '9.1', platform = 'ios', initData = getInitData() } = options
  const theme = 'theme' in options ? options.theme : JSON.stringify(LIGHT_THEME)
  const parameters = new URLSearchParams({ tgWebAppPlatform: platform, tgWebAppVersion: version })
  if (initData !== '') parameters.set('tgWebAppData', initData)
  if (theme !== undefined) parameters.set('tgWebAppThemeParams', theme)
  const { hash = `${parameters}`, path = '/?tgWebAppStartParam=a1_x&lang=fa' } = options
  return `${path}#${hash}`
}

function leaveClient(): void {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  for (const name of NATIVE_NAMES) Reflect.deleteProperty(window, name)
  Reflect.deleteProperty(location, 'ancestorOrigins')
  sessionStorage.clear()
  localStorage.clear()
  document.documentElement.removeAttribute('style')
  visit('/')
}

type ListenTo = (method: string, data: unknown) => void

function listenToProxy(listen: ListenTo) {
  return (method: string, json?: string) => {
    listen(method, json === undefined ? undefined : JSON.parse(json))
  }
}

/** A web client has one origin. Messages to another origin do not reach it. */
function listenToFrame(listen: ListenTo, frameOrigin: string, misdirected: string[]) {
  return (message: string, target: string) => {
    if (target !== frameOrigin) return void misdirected.push(target)
    const { eventType, eventData } = v.parse(MessageSchema, message)
    listen(eventType, eventData)
  }
}

type MessengerSurface = Pick<TestMessengerOptions, 'reveals'> & {
  postMessage: (message: string, target: string) => void
}

/** Puts a client at that origin around the page. Firefox has no `ancestorOrigins`. */
function frame(origin: string, { reveals = 'ancestor', postMessage }: MessengerSurface): void {
  vi.stubGlobal('parent', { postMessage })
  vi.stubGlobal('top', { postMessage })
  const ancestors = {
    ancestor: [origin],
    opaque: ['null'],
    nothing: undefined,
  }
  Object.assign(location, { ancestorOrigins: ancestors[reveals] })
}

export type TestMessenger = ReturnType<typeof openTestMessenger>

/** Moves the page without loading anything. */
export function visit(path: string): void {
  history.replaceState(null, '', path)
}

/** Delivers an event as the client does. An event from a native client has no origin. */
function emit(event: string, data: unknown, frameOrigin: string): void {
  const { parent: source } = window
  const origin = source === window ? '' : frameOrigin
  const message = JSON.stringify({ eventType: event, eventData: data })
  window.dispatchEvent(new MessageEvent('message', { data: message, origin, source }))
}
