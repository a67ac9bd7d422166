import { startFailure } from './start-failure.ts'

/** How long the first screen may wait for the app before it shows a failure, in milliseconds. */
export const START_LIMIT_MS = 12_000

/** The page has been read to its end. */
const READ = 'DOMContentLoaded'

/**
 * The first screen is painted before the app has loaded. If the app does not load, or one of its scripts throws, this
 * replaces the dead screen with one that says so. If the app still loads later, it takes the page over as usual. In an
 * engine below the floor the app does not start at all: `data-old` says so.
 */
export function watchStart(): void {
  const { dataset } = document.documentElement
  const isOld = isBelowFloor()
  if (isOld) dataset['old'] = ''
  const timer = setTimeout(fail, isOld ? 0 : START_LIMIT_MS)
  let shown: HTMLElement | null = null
  // Errors of a script element do not bubble.
  addEventListener('error', failForScript, true)
  const observer = new MutationObserver(() => {
    if (dataset['hydrated'] !== undefined) end()
  })
  observer.observe(document.documentElement, { attributeFilter: ['data-hydrated'] })

  function failForScript(event: Event): void {
    const isThrown = event instanceof ErrorEvent && event.filename.startsWith(location.origin)
    if (isThrown || event.target instanceof HTMLScriptElement) fail()
  }

  function fail(): void {
    // A script's load error may be reported before the whole page has been parsed.
    if (document.readyState === 'loading') return document.addEventListener(READ, fail)
    clearTimeout(timer)
    // The app, or its error screen, has already said so.
    if (shown !== null || document.querySelector('[role=alert]') !== null) return
    hideRoot(true)
    delete dataset['settling']
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

/** Asks for the youngest names of the floor (`src/build/floor/floor.ts`): of Safari 15.4, Chrome 98 and Firefox 104. */
function isBelowFloor(): boolean {
  return typeof structuredClone !== 'function' || !('findLast' in Array.prototype)
}

function hideRoot(isHidden: boolean): void {
  const root = document.getElementById('root')
  // Overrides any stylesheet rule for its layout.
  if (root !== null) root.style.display = isHidden ? 'none' : ''
}
