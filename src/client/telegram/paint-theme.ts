import { getFields } from './get-fields.ts'

const THEME_EVENT = 'clasp:theme'

/** Immediately sets the colours from Telegram, through the page's first script, which also set those of the launch. */
export function paintTheme(colors: object): void {
  window.dispatchEvent(new CustomEvent<object>(THEME_EVENT, { detail: colors }))
}

/** The first script's side of {@link paintTheme}, so that the code that makes colours readable exists only once. */
export function onPaintTheme(set: (colors: object) => void): void {
  window.addEventListener(THEME_EVENT, (event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : null
    set(getFields(detail))
  })
}
