import { pickLanguage } from '#shared/languages.ts'
import { loadMessages } from './i18n/load-messages.ts'

/** Key under which the device stores what it knows about a member: `member.ts`, through `user-storage.ts`. */
const CACHE = /^clasp\/\d+\/me$/

const { launch, intent } = document.documentElement.dataset
const isWanted =
  launch === 'telegram' &&
  (intent !== undefined || location.pathname === '/connect' || isReturning())

/**
 * Code and messages that members need after the first screen. For a member who has tapped "Connect wallet" already, here
 * or in the bot's chat, or who has wallets, this module requests them before React runs. For others the first screen has
 * priority.
 */
export const ahead: Promise<unknown> | null = isWanted
  ? Promise.all([
      import('./app/core.ts'),
      loadMessages(pickLanguage(document.documentElement.lang)),
    ])
  : null

function isReturning(): boolean {
  return Object.keys(localStorage).some((key) => CACHE.test(key))
}
