import type { ReadableAtom } from 'nanostores'
import type { WalletView } from './wallet-view.ts'

/** Long enough to see that it worked, in milliseconds. */
const LINGER_MS = 700

/** Once a request is answered, gives the screen back to the app that asked. */
export function leaveWhenDone(view: ReadableAtom<WalletView>): void {
  view.listen(({ screen }) => {
    if (screen === 'done') setTimeout(leave, LINGER_MS)
  })
}

/** Asks the host to close its wallet frame; a window that an app opened closes itself. */
export function leave(): void {
  if (window.parent !== window) {
    const message = { type: 'clasp-demo-wallet', action: 'close' }
    window.parent.postMessage(message, window.location.origin)
    return
  }
  window.close()
}
