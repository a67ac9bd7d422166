import type { Frame } from 'playwright-core'

const TYPES = ['pointerdown', 'pointerup', 'click', 'resize', 'close', 'blur', 'focus']

/** Runs before any script of a page and keeps the page's latest input events, to explain a press without an effect. */
export const LOG_PRESSES = `(() => {
  const log = (globalThis.pressLog = [])
  for (const type of ${JSON.stringify(TYPES)}) {
    addEventListener(type, (event) => {
      const { target, clientX, clientY } = event
      const sheet = document.querySelector('dialog')?.getBoundingClientRect().top
      const name = target?.getAttribute?.('aria-label') ?? target?.nodeName ?? 'window'
      const at = clientX === undefined ? '' : clientX + ',' + clientY
      log.push([Math.round(performance.now()), type, name, at, 'sheet ' + sheet].join(' '))
      if (log.length > 30) log.shift()
    }, true)
  }
})()`

/** The latest input events of a page, oldest first: milliseconds, type, target, position, top of the open sheet. */
export const readPresses = (frame: Frame): Promise<string> =>
  frame.evaluate(
    "(globalThis.pressLog ?? []).join('; ') + '; now ' + Math.round(performance.now())",
  )
