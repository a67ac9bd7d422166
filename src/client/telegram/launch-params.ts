import { isFramed } from './is-framed.ts'

/** Where the Telegram SDK and TON Connect look for the parameters after a reload. */
const STORAGE_KEY = 'tapps/launchParams'

/** Telegram's name for `initData` among them. */
const SIGNED_DATA = 'tgWebAppData'

/**
 * The launch parameters that Telegram gave this page, or null outside Telegram. The fragment wins over
 * what an earlier load of this tab stored in sessionStorage; a hash that was copied into a plain
 * browser does not count. A value that was cut off is read as far as it goes: only the server
 * decides whether it is valid.
 */
export function readLaunchParams(): URLSearchParams | null {
  if (!isInTelegram()) return null
  const given = readFragment(location.hash.slice(1))
  if (given.has('tgWebAppPlatform')) return given
  const saved = savedParams()
  return saved.has('tgWebAppPlatform') ? saved : null
}

/**
 * Reads as Telegram's own script does, because Telegram appends to the fragment that a button's maker has written: what
 * stands before the first `?` is a path, and the last value of a name counts. With two launches in one fragment nobody
 * is signed in, because one of them is somebody else's.
 *
 * Source: `urlParseHashParams` in https://telegram.org/js/telegram-web-app.js.
 */
function readFragment(fragment: string): URLSearchParams {
  const query = new URLSearchParams(fragment.slice(fragment.indexOf('?') + 1))
  const read = new URLSearchParams(Object.fromEntries(query))
  const launches = new URLSearchParams(fragment.replaceAll('?', '&')).getAll(SIGNED_DATA)
  if (new Set(launches).size > 1) read.delete(SIGNED_DATA)
  return read
}

/**
 * Stores the parameters for a reload, in the Telegram SDK's format. Where the storage is full, a
 * reload finds none.
 */
export function saveLaunchParams(parameters: URLSearchParams): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(`${parameters}`))
  } catch {}
}

/** Whether a reload finds this launch. Storage in memory ends with the page, and full storage holds an older launch. */
export function isLaunchSaved(launch: URLSearchParams): boolean {
  const isSame = savedParams().get(SIGNED_DATA) === launch.get(SIGNED_DATA)
  return isSame && sessionStorage instanceof Storage
}

/** Reloads the page. The address carries the launch where the storage cannot. */
export function reloadPage(): void {
  const saved = savedParams()
  if (!isLaunchSaved(saved)) history.replaceState(history.state, '', `#${saved}`)
  location.reload()
}

/**
 * Removes the launch parameters from the URL. Wallet libraries send the whole URL to wallets and
 * outside services, so this runs before any of them loads.
 */
export function stripLaunchParams(): void {
  const url = new URL(location.href)
  if (url.hash.includes('tgWebApp')) url.hash = ''
  for (const name of Array.from(url.searchParams.keys()))
    if (name.startsWith('tgWebApp')) url.searchParams.delete(name)
  if (url.href !== location.href) history.replaceState(history.state, '', url)
}

function savedParams(): URLSearchParams {
  try {
    const saved: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '')
    return new URLSearchParams(typeof saved === 'string' ? saved : '')
  } catch {
    return new URLSearchParams()
  }
}

/** Telegram shows us in a frame (web clients) or in a web view that injects one of two objects. */
function isInTelegram(): boolean {
  return (
    isFramed() ||
    'TelegramWebviewProxy' in window ||
    ('external' in window && 'notify' in Object(window.external))
  )
}
