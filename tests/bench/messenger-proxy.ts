/**
 * A native-style Telegram messenger, put into the page before any of its scripts: it answers what the
 * SDK asks at start, as a phone would. Serialized into the page, so it uses nothing from outside.
 */
export function installMessengerProxy(): void {
  const insets = { top: 0, bottom: 0, left: 0, right: 0 }
  const answers: Record<string, [string, unknown]> = {
    web_app_request_viewport: [
      'viewport_changed',
      { height: 844, width: 390, is_expanded: true, is_state_stable: true },
    ],
    web_app_request_safe_area: ['safe_area_changed', insets],
    web_app_request_content_safe_area: ['content_safe_area_changed', insets],
  }
  const postEvent = (method: string, json?: string) => {
    if (method === 'web_app_setup_main_button')
      window.dispatchEvent(new CustomEvent('main-button', { detail: json }))
    const answer = answers[method]
    if (answer) setTimeout(() => client.send(...answer), 0)
  }
  const client = {
    /** Sends the page an event. */
    send(event: string, data?: unknown) {
      const bridge: unknown = Reflect.get(window, 'Telegram')
      const view: unknown =
        typeof bridge === 'object' && bridge ? Reflect.get(bridge, 'WebView') : null
      const receive: unknown =
        typeof view === 'object' && view ? Reflect.get(view, 'receiveEvent') : null
      if (typeof receive === 'function') receive.call(view, event, data)
    },
  }
  window.addEventListener('press-main-button', () => client.send('main_button_pressed'))
  Object.assign(window, { TelegramWebviewProxy: { postEvent } })
}

/** What the probe is to do and to look for. */
export type ProbeTask = {
  /** Tap the button in the very frame in which it is painted. */
  tap: boolean
  /** Press Telegram's main button as soon as the page has shown it. */
  press: boolean
  /** Words of the choice of a wallet. */
  chooser: string
  /** Words on the screen, such as the name of a wallet that the member has; null where there are none to wait for. */
  words: string | null
}

/**
 * Notes when the first connect button is painted, when React itself answers it, when the words and when the choice of a
 * wallet are there, and when React answers its lines; since when text and main button have been complete, what its largest part
 * was and when that was painted; what shifted, and how long the main thread was held up.
 */
export function installProbe({ tap, press, chooser, words }: ProbeTask): void {
  const probe = {
    usable: 0,
    answering: 0,
    chooser: 0,
    choosing: 0,
    words: 0,
    acting: 0,
    complete: 0,
    largest: 0,
    largestPart: '',
    shift: 0,
    longTasks: 0,
    paint: 0,
  }
  Object.assign(window, { probe })
  // The function goes into the page alone: what it needs is inside it.
  const eyes = {
    button: () => document.querySelector<HTMLElement>('[data-intent="connect"]'),
    isDrawn: () => (eyes.button()?.getBoundingClientRect().height ?? 0) > 0,
    isAnswering: (element: Element | null | undefined) =>
      Object.keys(element ?? {}).some((key) => key.startsWith('__reactProps')),
    /** What to tap bears these words. */
    find: (text: string) =>
      [...document.querySelectorAll('#root button, #root a')].find(({ textContent }) =>
        textContent?.includes(text),
      ),
    text: () => document.querySelector('#root')?.textContent ?? '',
    /** Looks once a frame. */
    when(isSo: () => boolean, then: () => void): void {
      requestAnimationFrame(() => (isSo() ? then() : eyes.when(isSo, then)))
    },
    /** Receives everything of this kind since the start. */
    on: (type: string, take: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
        type,
        buffered: true,
      }),
    /** The text on the screen stays the same from the time that is noted last. */
    watchText(): void {
      let seen = ''
      new MutationObserver(() => {
        const now = eyes.text()
        if (now !== seen) probe.complete = performance.now()
        seen = now
      }).observe(document, { childList: true, characterData: true, subtree: true })
    },
  }
  /** The main button, as the client draws it. */
  const button = { shown: '' }
  window.addEventListener('main-button', (event) => {
    const told: unknown = JSON.parse(String(Reflect.get(event, 'detail')))
    const now = String(Reflect.get(Object(told), 'text') ?? '')
    if (now === button.shown) return
    button.shown = now
    probe.complete = performance.now()
    if (now === '') return
    probe.acting ||= performance.now()
    if (press) setTimeout(() => window.dispatchEvent(new Event('press-main-button')))
  })
  const followed = () => {
    eyes.when(() => eyes.find(chooser) !== undefined, note('chooser'))
    eyes.when(() => eyes.isAnswering(eyes.find(chooser)), note('choosing'))
  }
  const note = (key: 'usable' | 'answering' | 'chooser' | 'choosing' | 'words') => () => {
    probe[key] = performance.now()
  }

  eyes.on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') probe.paint = startTime
  })
  eyes.on('largest-contentful-paint', (entry) => {
    const element: unknown = Reflect.get(entry, 'element')
    probe.largest = entry.startTime
    probe.largestPart = element instanceof Element ? (element.textContent ?? '').slice(0, 40) : ''
  })
  eyes.on('layout-shift', (entry) => (probe.shift += Number(Reflect.get(entry, 'value'))))
  eyes.on('longtask', ({ duration }) => (probe.longTasks += Math.max(0, duration - 50)))
  eyes.watchText()
  eyes.when(() => eyes.isAnswering(eyes.button()), note('answering'))
  if (press) followed()
  if (words !== null) eyes.when(() => eyes.text().includes(words), note('words'))
  eyes.when(eyes.isDrawn, () => {
    requestAnimationFrame(() => {
      note('usable')()
      if (!tap) return
      eyes.button()?.click()
      followed()
    })
  })
}
