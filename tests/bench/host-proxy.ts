/**
 * A native-style Telegram host, put into the page before any of its scripts: it answers what the
 * SDK asks at start, as a phone would. Serialized into the page, so it uses nothing from outside.
 */
export function installHostProxy(): void {
  const insets = { top: 0, bottom: 0, left: 0, right: 0 }
  const answers: Record<string, [string, unknown]> = {
    web_app_request_viewport: [
      'viewport_changed',
      { height: 844, width: 390, is_expanded: true, is_state_stable: true },
    ],
    web_app_request_safe_area: ['safe_area_changed', insets],
    web_app_request_content_safe_area: ['content_safe_area_changed', insets],
  }
  const postEvent = (method: string) => {
    const answer = answers[method]
    if (!answer) return
    setTimeout(() => {
      const bridge: unknown = Reflect.get(window, 'Telegram')
      const view: unknown =
        typeof bridge === 'object' && bridge ? Reflect.get(bridge, 'WebView') : null
      const receive: unknown =
        typeof view === 'object' && view ? Reflect.get(view, 'receiveEvent') : null
      if (typeof receive === 'function') receive.call(view, ...answer)
    }, 0)
  }
  Object.assign(window, { TelegramWebviewProxy: { postEvent } })
}

/**
 * Notes when the first connect button is painted, when React itself answers it, what shifted, and how long the main thread was
 * held up; taps the button in that very frame if asked to, and notes when the chooser is there.
 */
export function installProbe({ tap, chooser }: { tap: boolean; chooser: string }): void {
  const probe = { usable: 0, answering: 0, chooser: 0, shift: 0, longTasks: 0, paint: 0 }
  Object.assign(window, { probe })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.name === 'first-contentful-paint') probe.paint = entry.startTime
    }
  }).observe({ type: 'paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) probe.shift += Number(Reflect.get(entry, 'value'))
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) probe.longTasks += Math.max(0, entry.duration - 50)
  }).observe({ type: 'longtask', buffered: true })

  const seeApp = () => {
    const button = document.querySelector('[data-intent="connect"]')
    const isRendered = button && Object.keys(button).some((key) => key.startsWith('__reactProps'))
    if (isRendered) probe.answering = performance.now()
    else requestAnimationFrame(seeApp)
  }
  const seeButton = () => {
    const button = document.querySelector<HTMLElement>('[data-intent="connect"]')
    if (!button || button.getBoundingClientRect().height === 0)
      return void requestAnimationFrame(seeButton)
    requestAnimationFrame(() => {
      probe.usable = performance.now()
      if (tap) button.click()
      if (tap) seeChooser()
    })
  }
  const seeChooser = () => {
    const cells = [...document.querySelectorAll('button')]
    if (cells.some(({ textContent }) => textContent?.includes(chooser)))
      probe.chooser = performance.now()
    else requestAnimationFrame(seeChooser)
  }
  requestAnimationFrame(seeButton)
  requestAnimationFrame(seeApp)
}
