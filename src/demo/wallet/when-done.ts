import type { ReadableAtom } from 'nanostores'

/** Long enough to see that it worked, in milliseconds. */
const LINGER_MS = 700

/** Once a request is answered, gives the screen back to the app that asked. */
export function whenDone(view: ReadableAtom<{ screen: string }>, leave: () => void): void {
  view.listen(({ screen }) => {
    if (screen === 'done') setTimeout(leave, LINGER_MS)
  })
}
