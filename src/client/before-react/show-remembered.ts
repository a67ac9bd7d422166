import { getField, readStored } from './read-user.ts'
import { AWAITING, HOME_PICTURE } from '../parts/remembered-picture.ts'

/**
 * Inserts the pictures that this device stored for the member where the page waits for what is theirs, so that they show in the
 * first frame. Ignores a picture in another language than the page's. Home's replaces the button for a first wallet as well;
 * without one, a member who had wallets at the last visit does not read that there are none. A picture of the screen of a link
 * shows only what the device still knows: not after the wallets have changed.
 *
 * @param initData from Telegram, not verified yet; the pictures show only data from this device
 */
export function showRemembered(initData: string): void {
  const wallets = getField(readStored(initData, 'me'), 'wallets')
  for (const place of document.querySelectorAll(`[${AWAITING}]`)) {
    const key = String(place.getAttribute(AWAITING))
    const isHome = key === HOME_PICTURE
    const saved = readStored(initData, key)
    const html = getField(saved, 'html')
    const isCurrent = isHome || getField(saved, 'wallets') === JSON.stringify(wallets)
    const isReadable = getField(saved, 'language') === document.documentElement.lang
    if (typeof html === 'string' && isCurrent && isReadable) {
      place.innerHTML = html
      if (isHome) place.previousElementSibling?.remove()
    } else if (isHome && Number(getField(wallets, 'length')) > 0) {
      place.replaceChildren()
    }
  }
}
