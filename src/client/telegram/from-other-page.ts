import { isFramed } from './is-framed.ts'
import { findNavigationType } from './navigation-type.ts'

/** Under this, the tab remembers what led here: an address, or {@link OPENER}. The browser may not say it after a reload. */
const LED_BY_KEY = 'clasp/led-by'
/** An address of nobody's, in place of that of a page that opened this one as a window. */
const OPENER = 'opener:'

/** Notes what led to this page, unless this is a reload. Before the first paint, so that no reload comes before it. */
export function noteWhatLed(): void {
  if (findNavigationType() !== 'navigate' && sessionStorage.getItem(LED_BY_KEY) !== null) return
  const ledBy = window.opener === null ? document.referrer : OPENER
  if (ledBy === '') sessionStorage.removeItem(LED_BY_KEY)
  else sessionStorage.setItem(LED_BY_KEY, ledBy)
}

/**
 * Whether a page that is neither Telegram's client nor ours has led here, as far as the browser tells: such a page chose
 * the address, and may have put another member's launch into it. A page can keep the browser from telling its address.
 *
 * @param frameOrigins origins of the clients that may show the page in a frame
 */
export function isFromOtherPage(frameOrigins: readonly string[]): boolean {
  const ledBy = sessionStorage.getItem(LED_BY_KEY) ?? ''
  return (
    window.opener !== null ||
    [ledBy, document.referrer].some((address) => isForeign(address, frameOrigins))
  )
}

/** Native clients open the page without a referrer, and web clients in a frame of theirs. */
function isForeign(address: string, frameOrigins: readonly string[]): boolean {
  if (address === '') return false
  const { origin } = new URL(address)
  return origin !== location.origin && !(isFramed() && frameOrigins.includes(origin))
}
