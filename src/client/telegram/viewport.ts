import { on } from '@telegram-apps/sdk-react'
import * as v from 'valibot'
import type { Client } from './client.ts'

/** Distances in CSS pixels; clients are trusted for no more than their shape. */
const InsetsSchema = v.object({
  top: v.pipe(v.number(), v.finite()),
  right: v.pipe(v.number(), v.finite()),
  bottom: v.pipe(v.number(), v.finite()),
  left: v.pipe(v.number(), v.finite()),
})
const SIDES = ['top', 'right', 'bottom', 'left'] as const
const NONE = { top: 0, right: 0, bottom: 0, left: 0 }

/**
 * Keeps `--safe-top`, `--safe-right`, `--safe-bottom`, `--safe-left` at the device's inset plus
 * that of Telegram's own controls, and `--viewport-height` at the stable height, all in pixels.
 * They stay unset on clients that do not tell (before version 8.0: no insets).
 */
export function followViewport({ post }: Client): void {
  const insets = { device: NONE, content: NONE }
  on('safe_area_changed', (given) => take('device', given))
  on('content_safe_area_changed', (given) => take('content', given))
  on('viewport_changed', ({ height, is_state_stable: stable }) => {
    if (stable) setPixels('--viewport-height', height)
  })
  post('web_app_expand')
  post('web_app_request_viewport')
  post('web_app_request_safe_area')
  post('web_app_request_content_safe_area')

  function take(source: keyof typeof insets, given: unknown): void {
    const parsed = v.safeParse(InsetsSchema, given)
    if (!parsed.success) return
    insets[source] = parsed.output
    for (const side of SIDES)
      setPixels(`--safe-${side}`, insets.device[side] + insets.content[side])
  }
}

function setPixels(variable: string, pixels: number): void {
  document.documentElement.style.setProperty(variable, `${Math.max(0, pixels)}px`)
}
