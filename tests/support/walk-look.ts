import type { Frame, Page } from 'playwright-core'
import type { Platform, Theme } from '#demo/telegram/theme-params.ts'
import { getDirection, type Language } from '#shared/languages.ts'

/** With the pseudo-language of the demo's builds: long, accented, right to left. */
type AppLanguage = Language | 'qps'

/** The look of a screen: everything that can change while it is shown. */
export type WalkLook = {
  theme: Theme
  language: AppLanguage
  /** Size of the page in CSS pixels. */
  size: { width: number; height: number }
  /** The factor for the size of the letters. */
  textScale: 1 | 2
  /** Telegram's fullscreen: the device and Telegram's controls cover parts of the page. */
  isFullscreen: boolean
  platform: Platform
}

/** A page of the phone below Telegram's header. */
const PHONE = { width: 390, height: 738 }

/** The look in which a walk reaches a screen. */
export const PLAIN_LOOK: WalkLook = {
  theme: 'day',
  language: 'en',
  size: PHONE,
  textScale: 1,
  isFullscreen: false,
  platform: 'ios',
}

export const nameOfLook = (look: WalkLook): string =>
  [
    look.language,
    look.theme,
    `${look.size.width}x${look.size.height}`,
    look.platform,
    ...(look.textScale === 1 ? [] : ['text 200 %']),
    ...(look.isFullscreen ? ['fullscreen'] : []),
  ].join(' ')

/** The container of our page: the simulated Telegram, or a tab of a browser. */
export type Holder = {
  frame: Frame
  setTheme(theme: Theme): Promise<void>
  setSize(size: WalkLook['size']): Promise<void>
  /** Gives the page the size of its place again: a set one may lie under Telegram's buttons, where nobody can press. */
  resetSize(): Promise<void>
  setFullscreen(isFullscreen: boolean): Promise<void>
}

/** The Mini App in the simulated Telegram, whose frame gets the size of the look. */
export function miniAppHolder(messenger: Page): Holder {
  const frame = messenger.frame({ name: 'mini-app' })
  if (frame === null) throw new Error('no Mini App is open')
  return {
    frame,
    async setTheme(theme) {
      await messenger.getByTestId(`theme-${theme}`).dispatchEvent('click')
      const scheme = theme === 'day' ? 'light' : 'dark'
      await frame.waitForFunction(
        (wanted) => document.documentElement.dataset['theme'] === wanted,
        scheme,
        POLLING,
      )
    },
    async setSize(size) {
      const isSame = await frame.evaluate(hasSize, size)
      await frame.evaluate(listenForHeights)
      await messenger
        .getByTestId('mini-app')
        .evaluate(
          (element, style) => element.setAttribute('style', style),
          `position:absolute;width:${size.width}px;height:${size.height}px`,
        )
      if (!isSame) await frame.waitForFunction(hasReceivedHeight, size.height, POLLING)
    },
    async resetSize() {
      const width = await messenger.getByTestId('mini-app').evaluate((element) => {
        element.removeAttribute('style')
        return element.clientWidth
      })
      await settle(frame, width)
    },
    setFullscreen: (isFullscreen) => askFullscreen(frame, isFullscreen),
  }
}

function hasSize({ width, height }: WalkLook['size']): boolean {
  return window.innerWidth === width && window.innerHeight === height
}

/**
 * Records each height that the client sends to the page, after the app has handled it, because the app's listener is
 * older. Until then the app treats the new part of the page as covered.
 */
function listenForHeights(): void {
  const { dataset } = document.documentElement
  if (dataset['receivedHeight'] !== undefined) return
  dataset['receivedHeight'] = ''
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'string') return
    const [, height] = /"viewport_changed".*"height":([\d.]+)/.exec(data) ?? []
    if (height !== undefined) dataset['receivedHeight'] = height
  })
}

function hasReceivedHeight(height: number): boolean {
  const received = document.documentElement.dataset['receivedHeight']
  return Number(received) === height && window.innerHeight === height
}

/** Older clients do not support fullscreen and do nothing. */
async function askFullscreen(frame: Frame, isFullscreen: boolean): Promise<void> {
  const method = isFullscreen ? 'web_app_request_fullscreen' : 'web_app_exit_fullscreen'
  await frame.evaluate((eventType) => {
    window.parent.postMessage(JSON.stringify({ eventType, eventData: {} }), '*')
  }, method)
  await frame.waitForFunction(
    (isWanted) => {
      const top = document.documentElement.style.getPropertyValue('--safe-top')
      return Number.parseFloat(top) > 0 === isWanted
    },
    isFullscreen,
    POLLING,
  )
}

/** Our page in a tab, where the browser sets the theme. */
export function tabHolder(page: Page): Holder {
  return {
    frame: page.mainFrame(),
    async setTheme(theme) {
      const scheme = theme === 'day' ? 'light' : 'dark'
      await page.emulateMedia({ colorScheme: scheme })
      await page.waitForFunction(
        // A page that the server rendered leaves the theme to the browser.
        (wanted) => [undefined, wanted].includes(document.documentElement.dataset['theme']),
        scheme,
        POLLING,
      )
    },
    setSize: (size) => page.setViewportSize(size),
    resetSize: () => Promise.resolve(),
    setFullscreen: () => Promise.resolve(),
  }
}

/** Changes only the differences, because each change makes the browser lay out the page again. */
export async function changeLook(holder: Holder, from: WalkLook, to: WalkLook): Promise<void> {
  const { frame } = holder
  await untilAppIsThere(frame)
  if (from.theme !== to.theme) await holder.setTheme(to.theme)
  if (from.language !== to.language) await setLanguage(frame, to.language)
  if (from.size !== to.size) await holder.setSize(to.size)
  if (from.isFullscreen !== to.isFullscreen) await holder.setFullscreen(to.isFullscreen)
  if (from.textScale !== to.textScale) await frame.evaluate(scaleText, to.textScale)
  if (from.platform !== to.platform) {
    await frame.evaluate(
      (platform) => void (document.documentElement.dataset['platform'] = platform),
      to.platform,
    )
  }
  await settle(frame, to.size.width)
}

/** Polls by time, because the browser draws a page that it treats as hidden only once a second. */
const POLLING = { polling: 30 }

/**
 * The picture of what a link leads to shows the same texts before the app is there. A page that the server rendered has no app,
 * and one that has crashed has lost its app.
 */
async function untilAppIsThere(frame: Frame): Promise<void> {
  await frame.waitForFunction(
    () =>
      document.documentElement.dataset['hydrated'] !== undefined ||
      document.querySelector('#root main') === null ||
      document.querySelector('[role=alert]') !== null,
    undefined,
    POLLING,
  )
}

/**
 * Waits until the page has its size and its client has reported the full height. Until then an element at the end,
 * such as a sheet, is drawn higher and would move during a press.
 */
async function settle(frame: Frame, width: number): Promise<void> {
  await frame.waitForFunction(
    (wanted) => {
      const covered = document.documentElement.style.getPropertyValue('--covered-bottom')
      return window.innerWidth === wanted && ['', '0px'].includes(covered)
    },
    width,
    POLLING,
  )
}

/**
 * Changes the language of the app on the current screen with the same call as its settings. The app does not expose its
 * parts, so this reads them from React's internals.
 */
async function setLanguage(frame: Frame, language: AppLanguage): Promise<void> {
  await frame.evaluate(`(() => {
    const root = document.getElementById('root')
    const key = Object.keys(root ?? {}).find((name) => name.startsWith('__reactContainer$'))
    if (key === undefined) return
    for (let fiber = root[key].stateNode.current; fiber; fiber = fiber.child) {
      const services = fiber.memoizedProps?.services
      if (services) return services.languages.choose('${language}')
    }
  })()`)
  await frame.waitForFunction(
    ([wanted, direction]) => {
      const { lang, dir } = document.documentElement
      const isSupported = lang === wanted && dir === direction
      // A page that the server rendered, or that has crashed, stays in its language.
      return (
        isSupported ||
        document.querySelector('#root main') === null ||
        document.querySelector('[role=alert]') !== null
      )
    },
    [language, language === 'qps' ? 'rtl' : getDirection(language)],
    POLLING,
  )
  await frame.waitForFunction(
    () =>
      document.querySelector('main .skeleton') === null ||
      document.querySelector('main[aria-busy=true]') !== null,
    undefined,
    POLLING,
  )
}

/** Scales the text like a setting of the browser or the system: every size follows the root's. */
function scaleText(textScale: WalkLook['textScale']): void {
  document.documentElement.style.fontSize = textScale === 1 ? '' : `${textScale * 100}%`
}
