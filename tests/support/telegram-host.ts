import { vi } from 'vitest'

type Posted = { method: string; data: unknown }

export type HostOptions = {
  version?: string
  platform?: string
  /** `tgWebAppThemeParams` as it stands in the URL; undefined leaves it out. */
  theme?: string | undefined
  /** `tgWebAppData` as it stands in the URL; empty for a keyboard or inline button. */
  initData?: string
  /** What this client answers: event name and data for a method. A client without answers is silent. */
  answers?: Record<string, { event: string; data: unknown }>
}

export const LIGHT_THEME = { bg_color: '#ffffff', secondary_bg_color: '#f0f0f0' }
export const DARK_THEME = { bg_color: '#17212b', secondary_bg_color: '#232e3c' }

/** Launch data as a client passes it on. Its hash is no real one: only the server looks. */
export function initDataOf(fields: Record<string, string> = {}): string {
  return `${new URLSearchParams({
    user: JSON.stringify({ id: 42, first_name: 'Ann', language_code: 'fa' }),
    auth_date: '1790000000',
    signature: 'c2lnbmF0dXJl',
    hash: 'ab'.repeat(32),
    ...fields,
  })}`
}

/**
 * A scripted Telegram client around the page of a test, of the native kind: it injects
 * `TelegramWebviewProxy` and calls back through `Telegram.WebView.receiveEvent`.
 */
export function openTelegramHost(options: HostOptions = {}) {
  const { version = '9.1', platform = 'ios', initData = initDataOf(), answers = {} } = options
  const theme = 'theme' in options ? options.theme : JSON.stringify(LIGHT_THEME)
  const posted: Posted[] = []
  const listeners = vi.spyOn(window, 'addEventListener')
  const documentListeners = vi.spyOn(document, 'addEventListener')

  const parameters = new URLSearchParams({ tgWebAppPlatform: platform, tgWebAppVersion: version })
  if (initData !== '') parameters.set('tgWebAppData', initData)
  if (theme !== undefined) parameters.set('tgWebAppThemeParams', theme)
  visit(`/?tgWebAppStartParam=a1_x&lang=fa#${parameters}`)
  Object.assign(window, {
    TelegramWebviewProxy: {
      postEvent(method: string, json: string | undefined) {
        posted.push({ method, data: json === undefined ? undefined : JSON.parse(json) })
        const answer = answers[method]
        if (answer !== undefined) queueMicrotask(() => emit(answer.event, answer.data))
      },
    },
  })

  return {
    posted,
    emit,
    /** The data of every call of one method. */
    dataOf: (method: string) =>
      posted.filter((call) => call.method === method).map((call) => call.data),
    /** Takes the client and the page's listeners away; the SDK's own one listens once for all. */
    close: (): void => {
      for (const [type, listener] of listeners.mock.calls)
        if (listener !== null && type !== 'message') window.removeEventListener(type, listener)
      for (const [type, listener] of documentListeners.mock.calls)
        if (listener !== null) document.removeEventListener(type, listener)
      vi.restoreAllMocks()
      Reflect.deleteProperty(window, 'TelegramWebviewProxy')
      sessionStorage.clear()
      localStorage.clear()
      document.documentElement.removeAttribute('style')
      visit('/')
    },
  }
}

export type TelegramHost = ReturnType<typeof openTelegramHost>

/** Moves the page without loading anything. */
export function visit(path: string): void {
  history.replaceState(null, '', path)
}

/** Delivers an event as the client does. */
function emit(event: string, data?: unknown): void {
  const message = JSON.stringify({ eventType: event, eventData: data })
  window.dispatchEvent(new MessageEvent('message', { data: message, source: window.parent }))
}
