import { getField, readJson, readUser } from './read-user.ts'
import { AWAITING, REMEMBERED_HOME_KEY } from './remembered-home.ts'

/**
 * Inserts the picture of Home's wallets that this device stored for the member, so that they show in the first frame,
 * in place of the button for those who have none. Ignores a picture in another language than the page's. Without one, a
 * member who had wallets at the last visit does not read that there are none.
 *
 * @param initData from Telegram, not verified yet; the picture shows only data from this device
 */
export function showRemembered(initData: string): void {
  const read = (name: string) =>
    readJson(localStorage.getItem(`clasp/${String(getField(readUser(initData), 'id'))}/${name}`))
  const place = document.querySelector(`[${AWAITING}]`)
  if (place === null) return
  const saved = read(REMEMBERED_HOME_KEY)
  const html = getField(saved, 'html')
  if (typeof html === 'string' && getField(saved, 'language') === document.documentElement.lang) {
    place.innerHTML = html
    place.previousElementSibling?.remove()
  } else if (Number(getField(getField(read('me'), 'wallets'), 'length')) > 0) {
    place.replaceChildren()
  }
}
