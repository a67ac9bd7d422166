import type { TelegramClient } from './client.ts'
import { getFields } from './get-fields.ts'

const SIDES = ['top', 'right', 'bottom', 'left'] as const
type Insets = Readonly<Record<(typeof SIDES)[number], number>>
const NONE: Insets = { top: 0, right: 0, bottom: 0, left: 0 }
/** No device and no bar covers more of one side, in CSS pixels: a larger inset is ignored. */
const INSET_MAX = 200
/** No page is lower than this, in CSS pixels. */
const HEIGHT_MIN = 100
/** When a page's scale differs from 1 by more than this, the member has pinched it. */
const PINCH = 0.01

/**
 * Sets `--safe-top`, `--safe-right`, `--safe-bottom`, `--safe-left` to the device's inset plus
 * that of Telegram's own controls, and `--covered-bottom` to how much of the page's lower end a keyboard, or the edge
 * of a sheet that is not fully open, hides, all in pixels. They stay unset on clients that do not report them (before
 * version 8.0: no insets).
 */
export function followViewport(client: TelegramClient): void {
  followInsets(client)
  let clientHeight: number | null = null
  const settle = () => setPixels('--covered-bottom', coveredBottom(clientHeight))
  client.on('viewport_changed', (data) => {
    const { height, is_state_stable: isStable } = getFields(data)
    if (isStable === false || !isPixels(height) || height < HEIGHT_MIN) return
    clientHeight = height
    settle()
  })
  window.visualViewport?.addEventListener('resize', settle)
  client.post('web_app_expand')
  client.post('web_app_request_viewport')
}

function followInsets(client: TelegramClient): void {
  const insets = { device: NONE, content: NONE }
  client.on('safe_area_changed', (given) => take('device', given))
  client.on('content_safe_area_changed', (given) => take('content', given))
  client.on('fullscreen_changed', request)
  // Not every client reports automatically that the notch is on another side now.
  matchMedia('(orientation: portrait)').addEventListener('change', request)
  request()

  function request(): void {
    client.post('web_app_request_safe_area')
    client.post('web_app_request_content_safe_area')
  }

  function take(source: keyof typeof insets, given: unknown): void {
    const taken = findInsets(given)
    if (taken === null) return
    insets[source] = taken
    for (const side of SIDES)
      setPixels(`--safe-${side}`, insets.device[side] + insets.content[side])
  }
}

/** Null unless every side is a valid distance. */
function findInsets(data: unknown): Insets | null {
  const { top, right, bottom, left } = getFields(data)
  if (!isInset(top) || !isInset(right) || !isInset(bottom) || !isInset(left)) return null
  return { top, right, bottom, left }
}

function isInset(value: unknown): value is number {
  return isPixels(value) && value >= 0 && value <= INSET_MAX
}

/**
 * Telegram reports the height of its sheet, the browser how much of the page its keyboard leaves. A page that is
 * pinched larger does not count as smaller.
 */
function coveredBottom(clientHeight: number | null): number {
  const { innerHeight } = window
  // Web views of older phones have no visualViewport.
  const { scale, height } = window.visualViewport ?? { scale: 1, height: innerHeight }
  const seen = Math.abs(scale - 1) > PINCH ? innerHeight : height
  return Math.max(0, innerHeight - Math.min(seen, clientHeight ?? innerHeight))
}

function isPixels(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function setPixels(variable: string, pixels: number): void {
  document.documentElement.style.setProperty(variable, `${pixels}px`)
}
