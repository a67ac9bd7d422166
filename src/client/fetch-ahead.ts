import { pickLanguage } from '#shared/languages.ts'
import { loadMessages } from './i18n/load-messages.ts'

/** Under which the device keeps what it knows of a member: `member.ts`, through `user-storage.ts`. */
const CACHE = /^clasp\/\d+\/me$/

const { launch, intent } = document.documentElement.dataset
const isWanted = launch === 'telegram' && (intent !== undefined || isReturning())

/**
 * What members need after the first screen: for whoever has tapped "Connect wallet" already, or has wallets to see, it is
 * asked for here, in the page's first module, before React runs. For others the first screen comes first.
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
