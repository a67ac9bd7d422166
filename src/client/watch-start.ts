import { startFailure } from './start-failure.ts'

/** How long the first screen may stay without life before it says so, in milliseconds. */
export const START_LIMIT_MS = 12_000

/** The page has been read to its end. */
const READ = 'DOMContentLoaded'

/**
 * The first screen is painted before the app is here. If the app does not arrive, the screen must not lie there dead:
 * then it gives way to one that says so. An app that comes late after all takes the page over as if nothing had been.
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
    // A script that cannot be had may be told of before the page has been read to its end.
    if (document.readyState === 'loading') return document.addEventListener(READ, fail)
    clearTimeout(timer)
    // The app, or what is left of it, has said so itself.
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
  // Stronger than any rule that lays it out.
  if (root !== null) root.style.display = isHidden ? 'none' : ''
}
