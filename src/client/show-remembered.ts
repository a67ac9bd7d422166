import { AWAITING, REMEMBERED_HOME_KEY } from './screens/home/remembered-home.ts'

/**
 * Inserts the picture of Home's wallets that this device stored for the member, so that they show in the first frame,
 * in place of the button for those who have none.
 * Ignores a picture in another language than the page's.
 *
 * @param initData from Telegram, not verified yet; the picture shows only data from this device
 */
export function showRemembered(initData: string): void {
  try {
    const id = getField(JSON.parse(new URLSearchParams(initData).get('user') ?? ''), 'id')
    const saved: unknown = JSON.parse(
      localStorage.getItem(`clasp/${String(id)}/${REMEMBERED_HOME_KEY}`) ?? '',
    )
    const html = getField(saved, 'html')
    const place = document.querySelector(`[${AWAITING}]`)
    if (getField(saved, 'language') !== document.documentElement.lang) return
    if (place === null || typeof html !== 'string') return
    place.innerHTML = html
    place.previousElementSibling?.remove()
  } catch {
    // Nothing is stored, or it cannot be read.
  }
}

function getField(value: unknown, name: string): unknown {
  return Reflect.get(Object(value), name)
}
