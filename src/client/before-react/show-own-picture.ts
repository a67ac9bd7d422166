import { pickLanguage } from '#shared/languages.ts'
import { formatRecent } from '../i18n/format.ts'
import { showEarlyButton } from '../telegram/early-button.ts'
import { MAIN_ACTION } from './main-action.ts'
import { getField, readUser } from './read-user.ts'
import { showMember } from './show-member.ts'

/**
 * Replaces the picture that everybody with the link gets with that of the account's own screen, which the session brings,
 * and shows its main action. Does nothing once React has drawn the screen.
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
  if (!root || !isStill || getField(picture, 'path') !== pathname || typeof html !== 'string')
    return
  root.innerHTML = html
  showMember(initData)
  fillTimes()
  const action = root.querySelector(`[${MAIN_ACTION}]`)?.getAttribute(MAIN_ACTION)
  // Where none of the member's wallets can be chosen, one that is connected on this device may be offered instead.
  if (action && (root.querySelector('[type=radio]') || !isConnectedHere(initData)))
    showEarlyButton(action)
}

/** Writes the moments of a picture in the reader's time zone. */
export function fillTimes(): void {
  const language = pickLanguage(document.documentElement.lang)
  for (const time of document.querySelectorAll('time'))
    time.textContent = formatRecent(language, time.dateTime, Date.now())
}

function isConnectedHere(initData: string): boolean {
  const id = String(getField(readUser(initData), 'id'))
  return ['ton', 'evm'].some((family) => `clasp/${id}/${family}/connected` in localStorage)
}
