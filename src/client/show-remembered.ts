import { AWAITING, REMEMBERED_HOME_KEY } from './screens/home/remembered-home.ts'

/**
 * Puts the picture of Home's wallets that this device has kept for the member where they are awaited, so that they are
 * there in the first frame. A picture in another language than the page's stays away.
 *
 * @param initData as Telegram gave it: nobody has checked yet who this is, and all that is shown lies on this device
 */
export function showRemembered(initData: string): void {
  try {
    const id = fieldOf(JSON.parse(new URLSearchParams(initData).get('user') ?? ''), 'id')
    const kept: unknown = JSON.parse(
      localStorage.getItem(`clasp/${String(id)}/${REMEMBERED_HOME_KEY}`) ?? '',
    )
    const html = fieldOf(kept, 'html')
    const place = document.querySelector(`[${AWAITING}]`)
    if (fieldOf(kept, 'language') !== document.documentElement.lang) return
    if (place !== null && typeof html === 'string') place.innerHTML = html
  } catch {
    // Nothing is kept, or nothing that can be read.
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return Reflect.get(Object(value), name)
}
