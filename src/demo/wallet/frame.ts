import type { ReadableAtom } from 'nanostores'

/** Long enough to see that it worked, in milliseconds. */
const LINGER_MS = 700

/** Whether the page stands in the host's wallet frame, and not in a tab of its own. */
export function isFramed(): boolean {
  return window.parent !== window
}

/** Asks the host to close its wallet frame. */
export function closeFrame(): void {
  const message = { type: 'clasp-demo-wallet', action: 'close' }
  window.parent.postMessage(message, window.location.origin)
}

/** Returns the screen to the requesting app after a request is answered. */
export function whenDone(view: ReadableAtom<{ screen: string }>, leave: () => void): void {
  view.listen(({ screen }) => {
    if (screen === 'done') setTimeout(leave, LINGER_MS)
  })
}
