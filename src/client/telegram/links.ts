import type { TelegramClient } from './client.ts'
import { isFramed } from './is-framed.ts'
import type { Tap } from './tap.ts'
import type { Telegram } from './telegram.ts'

/** Hosts of Telegram's links; clients open only the first. */
const TELEGRAM_HOSTS = new Set(['t.me', 'telegram.me', 'telegram.dog'])
const WEB_PROTOCOLS = new Set(['https:', 'http:'])

/**
 * Opens links through the client. Clients accept http and https only; for another scheme some of them
 * close the app, so it is not passed on.
 */
export function createLinks(
  client: TelegramClient,
  tap: Tap,
): Pick<Telegram, 'openLink' | 'openTelegramLink'> {
  function openLink(url: string): void {
    const link = webLink(url)
    if (link === null) return
    tap.use()
    client.post('web_app_open_link', { url: link.href })
  }

  function openTelegramLink(url: string): void {
    const link = webLink(url)
    if (link === null || !TELEGRAM_HOSTS.has(link.host)) return openLink(url)
    const path = link.pathname + link.search
    tap.use()
    // In a frame we post it at any version, because no client can watch where a frame navigates.
    if (client.can('web_app_open_tg_link') || isFramed())
      return client.postAnyway('web_app_open_tg_link', { path_full: path })
    // Native clients of version 6.0 watch the page's address for Telegram links.
    location.assign(`https://t.me${path}`)
  }

  return { openLink, openTelegramLink }
}

function webLink(url: string): URL | null {
  try {
    const link = new URL(url)
    return WEB_PROTOCOLS.has(link.protocol) ? link : null
  } catch {
    return null
  }
}
