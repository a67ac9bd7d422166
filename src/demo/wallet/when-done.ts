import type { ReadableAtom } from 'nanostores'

/** Long enough to see that it worked, in milliseconds. */
const LINGER_MS = 700

/** Returns the screen to the requesting app after a request is answered. */
export function whenDone(view: ReadableAtom<{ screen: string }>, leave: () => void): void {
  view.listen(({ screen }) => {
    if (screen === 'done') setTimeout(leave, LINGER_MS)
  })
}
