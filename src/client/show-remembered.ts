import { AWAITING, REMEMBERED_HOME_KEY } from './screens/home/remembered-home.ts'

/**
 * Puts the picture of Home's wallets that this device has kept for the member where they are awaited, so that they are
 * there in the first frame. A picture in another language than the page's stays away.
 *
 * @param initData as Telegram gave it: nobody has checked yet who this is, and all that is shown lies on this device
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
    if (place !== null && typeof html === 'string') place.innerHTML = html
  } catch {
    // Nothing is kept, or nothing that can be read.
  }
}

function getField(value: unknown, name: string): unknown {
  return Reflect.get(Object(value), name)
}
