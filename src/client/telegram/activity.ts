import { atom, type ReadableAtom } from 'nanostores'
import type { TelegramClient } from './client.ts'
import { getFields } from './get-fields.ts'

/**
 * Whether the member sees the app. Telegram Web A keeps a Mini App alive, without a size, behind a wallet's Mini App,
 * and shows the dialogs of the hidden one in the name of the front one.
 */
export function followActivity(client: TelegramClient): ReadableAtom<boolean> {
  let isShown = true
  const isActive = atom(isPageSeen())
  const follow = () => isActive.set(isShown && isPageSeen())
  client.on('visibility_changed', (data) => {
    isShown = getFields(data)['is_visible'] !== false
    follow()
  })
  document.addEventListener('visibilitychange', follow)
  window.addEventListener('resize', follow)
  return isActive
}

function isPageSeen(): boolean {
  return document.visibilityState === 'visible' && innerWidth > 0 && innerHeight > 0
}
