import { startFailure } from './start-failure.ts'

/** How long the first screen may wait for the app before it shows a failure, in milliseconds. */
export const START_LIMIT_MS = 12_000

/** The page has been read to its end. */
const READ = 'DOMContentLoaded'

/**
 * The first screen is painted before the app has loaded. If the app does not load, this replaces the dead screen with
 * one that says so. If the app still loads later, it takes the page over as usual.
 */
export function watchStart(): void {
  const { dataset } = document.documentElement
  const timer = setTimeout(fail, START_LIMIT_MS)
  let shown: HTMLElement | null = null
  // Errors of a script element do not bubble.
  addEventListener('error', failForScript, true)
  const observer = new MutationObserver(() => {
    if (dataset['hydrated'] !== undefined) end()
  })
  observer.observe(document.documentElement, { attributeFilter: ['data-hydrated'] })

  function failForScript({ target }: Event): void {
    if (target instanceof HTMLScriptElement) fail()
  }

  function fail(): void {
    // A script's load error may be reported before the whole page has been parsed.
    if (document.readyState === 'loading') return document.addEventListener(READ, fail)
    clearTimeout(timer)
    // The app, or its error screen, has already said so.
    if (shown !== null || document.querySelector('[role=alert]') !== null) return
    hideRoot(true)
    shown = startFailure()
    document.body.append(shown)
  }

  function end(): void {
    clearTimeout(timer)
    observer.disconnect()
    removeEventListener('error', failForScript, true)
    shown?.remove()
    hideRoot(false)
  }
}

function hideRoot(isHidden: boolean): void {
  const root = document.getElementById('root')
  // Overrides any stylesheet rule for its layout.
  if (root !== null) root.style.display = isHidden ? 'none' : ''
}
