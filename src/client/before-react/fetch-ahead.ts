import { pickLanguage } from '#shared/languages.ts'
import { loadMessages } from '../i18n/load-messages.ts'

/** Key under which the device stores what it knows about a member: `member.ts`, through `user-storage.ts`. */
const CACHE = /^clasp\/\d+\/me$/

const isReturning =
  document.documentElement.dataset['launch'] === 'telegram' &&
  Object.keys(localStorage).some((key) => CACHE.test(key))

/**
 * Code and messages that members need after the first screen. For a member who has been here, this module requests them
 * before React runs. For others the first screen has priority; the choice of a wallet, where that is it, names what it
 * needs in the page.
 */
export const ahead: Promise<unknown> | null = isReturning
  ? Promise.all([
      import('../app/core.ts'),
      loadMessages(pickLanguage(document.documentElement.lang)),
    ])
  : null
