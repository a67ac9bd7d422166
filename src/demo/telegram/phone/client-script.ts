import type { PhoneMessage, Tapped } from './phone-contract.ts'

/*
 * Plays what a real client does to the page without a message: it sees the member's taps, and hides the page behind another
 * app. Runs inline, before every other script, in the demo's pages only.
 */

/** Origin of the simulated Telegram, which the demo has written next to this script; any, where a test put it into the page. */
const messengerUrl = document.currentScript?.dataset['messenger'] ?? '*'

window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
  const message = source === window.parent ? readMessage(data) : null
  if (message !== null) showOrHide(message.isVisible)
})

if (window.parent !== window) window.addEventListener('click', reportTap, true)

function reportTap(): void {
  const message: Tapped = { type: 'clasp-demo-tap' }
  window.parent.postMessage(message, messengerUrl)
}

function readMessage(data: unknown): PhoneMessage | null {
  if (typeof data !== 'string' || !data.includes('clasp-demo-phone')) return null
  const message: unknown = JSON.parse(data)
  return isPhoneMessage(message) ? message : null
}

/** By hand: the schema library has no place in a script that blocks the page. */
function isPhoneMessage(message: unknown): message is PhoneMessage {
  return typeof message === 'object' && message !== null && 'isVisible' in message
}

/** As a page sees it when another app lies over the one that it is in. */
function showOrHide(isVisible: boolean): void {
  Object.defineProperties(document, {
    visibilityState: { configurable: true, get: () => (isVisible ? 'visible' : 'hidden') },
    hidden: { configurable: true, get: () => !isVisible },
  })
  document.dispatchEvent(new Event('visibilitychange'))
  if (isVisible) window.dispatchEvent(new Event('focus'))
}
