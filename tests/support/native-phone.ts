import type { Browser, BrowserContext, Page } from 'playwright-core'
import { recordErrors, type PageErrors } from './e2e-records.ts'

/** A message that the page has posted to the client. */
type PhonePosted = { method: string; data: unknown }

declare global {
  interface Window {
    posted: PhonePosted[]
  }
}

/** A phone with a native Telegram client that records everything and never answers. */
export type NativePhone = {
  context: BrowserContext
  page: Page
  errors: PageErrors
  /** The text that the page has set for Telegram's main button; null while it is hidden. */
  mainButton(): Promise<string | null>
  /** Sends an event from the client to the page. */
  emit(event: string, data?: unknown): Promise<void>
  close(): Promise<void>
}

type Options = {
  appUrl: string
  /** Runs before all scripts of the page. */
  before?: string
  colorScheme?: 'light' | 'dark'
  locale?: string
}

export async function openNativePhone(
  browser: Browser,
  { appUrl, before, ...device }: Options,
): Promise<NativePhone> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    reducedMotion: 'reduce',
    ...device,
  })
  const errors = recordErrors(context, [appUrl])
  await context.addInitScript(playClient)
  if (before !== undefined) await context.addInitScript(before)
  const page = await context.newPage()
  return {
    context,
    page,
    errors,
    mainButton: () => page.evaluate(readMainButton),
    emit: (event, data) => page.evaluate(receive, [event, JSON.stringify(data)]),
    close: () => context.close(),
  }
}

/** Runs in the page. */
function playClient(): void {
  window.posted = []
  Object.assign(window, {
    TelegramWebviewProxy: {
      postEvent: (method: string, json: string | undefined) => {
        window.posted.push({ method, data: json === undefined ? undefined : JSON.parse(json) })
      },
    },
  })
}

/** Runs in the page. */
function readMainButton(): string | null {
  const last = window.posted.findLast(({ method }) => method === 'web_app_setup_main_button')?.data
  if (typeof last !== 'object' || last === null || !('text' in last)) return null
  return typeof last.text === 'string' ? last.text : null
}

/** Runs in the page. */
function receive([event, json]: (string | undefined)[]): void {
  const listener: unknown = Reflect.get(window, 'TelegramGameProxy_receiveEvent')
  const data: unknown = json === undefined ? undefined : JSON.parse(json)
  if (typeof listener === 'function') Reflect.apply(listener, window, [event, data])
}
