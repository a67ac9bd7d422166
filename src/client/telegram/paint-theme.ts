import { getFields } from './fields-of.ts'

const THEME_EVENT = 'clasp:theme'

/** Colours that Telegram has given: the page's first script, which set those of the launch, sets them. At once. */
export function paintTheme(colors: object): void {
  window.dispatchEvent(new CustomEvent<object>(THEME_EVENT, { detail: colors }))
}

/** The first script's side of {@link paintTheme}: how colours are made readable is in the page once only. */
export function onPaintTheme(set: (colors: object) => void): void {
  window.addEventListener(THEME_EVENT, (event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : null
    set(getFields(detail))
  })
}
