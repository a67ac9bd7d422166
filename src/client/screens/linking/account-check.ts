import * as v from 'valibot'
import { plainName } from '#shared/plain-name.ts'
import type { UserStorage } from '../../api/user-storage.ts'
import { isolated } from '../../i18n/format.ts'
import type { MemberLaunch, Telegram } from '../../telegram/telegram.ts'
import type { Languages } from '../language/language.ts'

type Deps = {
  /** Whether another page has opened the app. */
  isFromOtherPage: boolean
  launch: MemberLaunch
  telegram: Pick<Telegram, 'ask'>
  languages: Pick<Languages, 'localization'>
  /** Storage of this tab. */
  tab: UserStorage
}

const KEY = 'is-my-account'

/**
 * Asks whether the account of this launch is the member's, once in a tab, where another page has opened the app: it may have
 * opened it with its own launch, and a wallet that is linked now would be its maker's.
 */
export function createAccountCheck({ isFromOtherPage, launch, telegram, languages, tab }: Deps) {
  return async (): Promise<boolean> => {
    if (!isFromOtherPage || tab.read(KEY, v.literal(true)) !== null) return true
    const current = languages.localization.get()
    if (current.status !== 'ready' || !current.value.isFull) return false
    const { isItYou, no } = current.value.messages.connect
    const { username } = launch
    const firstName = plainName(launch.firstName)
    const names = username ? [firstName, `@${username}`] : [firstName]
    const name = names.map(isolated).join(' ')
    const question = isItYou({ name, id: isolated(launch.telegramId) })
    const isTheirs = await telegram.ask({ ...question, cancel: no, destructive: false })
    if (isTheirs) tab.write(KEY, true)
    return isTheirs
  }
}
