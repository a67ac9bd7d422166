import type { ReadableAtom } from 'nanostores'

/** Long enough to see that it worked, in milliseconds. */
export const LINGER_MS = 700

/** Whether the page stands in the messenger's wallet frame, and not in a tab of its own. */
export function isFramed(): boolean {
  return window.parent !== window
}

/** Asks the messenger to close its wallet frame. */
export function closeFrame(): void {
  const message = { type: 'clasp-demo-wallet', action: 'close' }
  window.parent.postMessage(message, window.location.origin)
}

/**
 * Returns the screen to the requesting app after a request is answered, unless the next one has come meanwhile.
 *
 * @param lingerMs how long the wallet shows its answer
 */
export function whenDone<View extends { screen: string }>(
  view: ReadableAtom<View>,
  leave: () => void,
  lingerMs: (answered: View) => number = () => LINGER_MS,
): void {
  view.listen((answered) => {
    if (answered.screen !== 'done') return
    setTimeout(() => {
      if (view.get() === answered) leave()
    }, lingerMs(answered))
  })
}
