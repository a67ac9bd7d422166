import { nameDay } from '#shared/name-day.ts'
import { pickLanguage } from '#shared/languages.ts'
import { formatDate, formatRecent, getDayStart } from '../i18n/format.ts'
import { showEarlyButton } from '../telegram/early-button.ts'
import { DATE, MAIN_ACTION } from './picture-marks.ts'
import { getField, readStored, readUser } from './read-user.ts'
import { showMember } from './show-member.ts'

/**
 * Replaces the picture that everybody with the link gets with that of the account's own screen, which the session brings,
 * and shows its main action. Does nothing once React has drawn the screen, nor in a page whose language is not the member's:
 * the app says all of it anew.
 *
 * @param opened the answer to the call that has opened the session
 */
export async function showOwnPicture(opened: Response, initData: string): Promise<void> {
  const root = document.getElementById('root')
  const shown = root?.firstElementChild
  const { pathname } = location
  const picture = getField(await opened.clone().json(), 'picture')
  const html = getField(picture, 'html')
  const isStill = shown?.isConnected && location.pathname === pathname
  if (!root || !isStill || getField(picture, 'path') !== pathname) return
  if (typeof html !== 'string' || getLanguage(initData) !== document.documentElement.lang) return
  root.innerHTML = html
  showMember(initData)
  fillTimes()
  // React would not learn of a choice that is made here, and the button names the wallet that it finds.
  for (const input of root.querySelectorAll('input')) input.disabled = true
  showAction(root, initData)
}

function showAction(root: HTMLElement, initData: string): void {
  const action = root.querySelector(`[${MAIN_ACTION}]`)?.getAttribute(MAIN_ACTION)
  // Where none of the member's wallets can be chosen, one that is connected on this device may be offered instead.
  const isCertain = root.querySelector('[type=radio]') !== null || !isConnectedHere(initData)
  if (action && isCertain) showEarlyButton(action)
}

/** Writes the moments of a picture in the reader's time zone. */
export function fillTimes(): void {
  const language = pickLanguage(document.documentElement.lang)
  for (const time of document.querySelectorAll('time')) {
    const { dateTime, dataset } = time
    const sentence = dataset[nameDay(Date.parse(dateTime), Date.now(), getDayStart)]
    time.textContent =
      sentence?.replace(DATE, formatDate(language, dateTime)) ??
      formatRecent(language, dateTime, Date.now())
  }
}

function isConnectedHere(initData: string): boolean {
  return ['ton', 'evm'].some((family) => readStored(initData, `${family}/connected`) !== null)
}

/** In which the app shows itself: `createLanguages`. */
function getLanguage(initData: string): unknown {
  const chosen = getField(readStored(initData, 'language'), 'chosen')
  return chosen ?? pickLanguage(String(getField(readUser(initData), 'language_code')))
}
