import type { ClientPlatform } from '#shared/client-platform.ts'
import { isTelegramLink } from '#shared/links.ts'
import { encodeForStartapp, STARTAPP_LENGTH } from '#shared/startapp.ts'

/** In `startapp`, TON Connect's parameters are joined by `-` and `__`; a literal `_` is `--5F`. */
const TRACE_ID = /-trace--5Fid__[^_]*?(?=-\w+?__|$)/
/** The connect request, in `startapp`: a single `-` ends a value, a doubled one is part of it. */
const REQUEST = /-r__(?:[^-]|--)*/

/**
 * The link that opens the wallet and says where to return: `ret` as a parameter
 * (https://github.com/ton-blockchain/ton-connect/blob/main/bridge.md#universal-link), which Telegram
 * accepts only inside `startapp`.
 *
 * @param link what TON Connect made for the wallet
 * @param returnTo `back`, `none` or a link
 */
export function withReturn(link: string, returnTo: string): string {
  const url = new URL(link)
  if (!isTelegramLink(link)) {
    url.searchParams.set('ret', returnTo)
    return url.href
  }
  const startapp = url.searchParams.get('startapp') ?? 'tonconnect'
  url.searchParams.set('startapp', fitted(startapp, returnTo))
  return url.href
}

/**
 * The link that opens the wallet of an existing connection: the same session, and no request, because
 * the request waits on the bridge.
 */
export function withoutRequest(link: string): string {
  const url = new URL(link)
  const startapp = isTelegramLink(link) ? url.searchParams.get('startapp') : null
  if (startapp === null) url.searchParams.delete('r')
  else url.searchParams.set('startapp', startapp.replace(REQUEST, ''))
  return url.href
}

/**
 * Where a wallet in Telegram returns to. Every client returns the member to the app
 * automatically, except Web A, which needs the app's link.
 */
export function telegramReturn(platform: ClientPlatform, appLink: string): string {
  return platform === 'weba' ? appLink : 'back'
}

/** Where an outside wallet returns to: in a browser's tab it would open a new tab. */
export function outsideReturn(platform: ClientPlatform): 'back' | 'none' {
  return platform === 'web' || platform === 'weba' || platform === 'unknown' ? 'none' : 'back'
}

/** The first form that Telegram passes on completely: a wallet can work without the rest. */
function fitted(startapp: string, returnTo: string): string {
  const untraced = startapp.replace(TRACE_ID, '')
  const forms = [
    `${startapp}-ret__${encodeForStartapp(returnTo)}`,
    `${untraced}-ret__${encodeForStartapp(returnTo)}`,
    `${untraced}-ret__back`,
  ]
  return forms.find((form) => form.length <= STARTAPP_LENGTH) ?? untraced
}
