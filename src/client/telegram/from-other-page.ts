import { isFramed } from './is-framed.ts'
import { findNavigationType } from './navigation-type.ts'

/** Under this, the tab remembers that another page led here, because a reload may not know any longer. */
const FROM_OTHER_PAGE_KEY = 'clasp/from-other-page'

/**
 * Whether a page that is neither Telegram's client nor ours has led here, as far as the browser tells: such a page chose
 * the address, and may have put another member's launch into it. A page can keep the browser from telling its address.
 *
 * @param frameOrigins origins of the clients that may show the page in a frame
 */
export function isFromOtherPage(frameOrigins: readonly string[]): boolean {
  const isNew = findNavigationType() === 'navigate'
  const wasLed = !isNew && sessionStorage.getItem(FROM_OTHER_PAGE_KEY) !== null
  const isLed = wasLed || window.opener !== null || isForeign(document.referrer, frameOrigins)
  try {
    if (isLed) sessionStorage.setItem(FROM_OTHER_PAGE_KEY, '')
    else sessionStorage.removeItem(FROM_OTHER_PAGE_KEY)
  } catch {}
  return isLed
}

/** Native clients open the page without a referrer, and web clients in a frame of theirs. */
function isForeign(referrer: string, frameOrigins: readonly string[]): boolean {
  if (referrer === '') return false
  const { origin } = new URL(referrer)
  return origin !== location.origin && !(isFramed() && frameOrigins.includes(origin))
}
