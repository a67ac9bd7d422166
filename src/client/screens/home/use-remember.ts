import { type RefObject, useEffect } from 'react'
import { useLocalization } from '../../i18n/use-localization.ts'
import type { KnownMember } from '../member/member-state.ts'
import { useCore } from '../use-core.ts'
import { REMEMBERED_HOME_KEY, type RememberedHome } from './remembered-home.ts'

/**
 * Stores a picture of Home on this device for the next start. It leaves out what may be over by then, and stores
 * nothing when there is no wallet.
 */
export function useRemember(
  picture: RefObject<HTMLElement | null>,
  { me, outdated }: KnownMember,
): void {
  const { storage } = useCore()
  const { language } = useLocalization()
  useEffect(() => {
    if (outdated !== null) return
    const html = picture.current?.innerHTML
    const isPassing = me.attempt !== null || me.consents.length > 0 || me.cosignings.length > 0
    if (html === undefined || isPassing || me.wallets.length === 0) {
      return storage.remove(REMEMBERED_HOME_KEY)
    }
    storage.write(REMEMBERED_HOME_KEY, { language, html } satisfies RememberedHome)
  }, [storage, picture, me, outdated, language])
}
