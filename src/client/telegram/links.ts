import { postEvent } from '@telegram-apps/sdk-react'
import { can, type Client } from './client.ts'

/** Names under which Telegram's links are known; clients open only the first. */
const TELEGRAM_HOSTS = ['t.me', 'telegram.me', 'telegram.dog']

/**
 * Opens a link in the outside browser. Clients take http and https only; on another scheme some
 * of them close the app, so it is not passed on.
 */
export function openLink(url: string): void {
  const { protocol, href } = new URL(url, location.href)
  if (protocol !== 'https:' && protocol !== 'http:') return
  postEvent('web_app_open_link', { url: href })
}

/** Opens a link of Telegram inside Telegram; any other link goes to the outside browser. */
export function createOpenTelegramLink(client: Client): (url: string) => void {
  return (url) => {
    const { host, pathname, search } = new URL(url, location.href)
    if (!TELEGRAM_HOSTS.includes(host)) return openLink(url)
    if (can(client, 'web_app_open_tg_link'))
      return postEvent('web_app_open_tg_link', { path_full: pathname + search })
    // Clients of version 6.0 watch the address of the page for links of their own.
    location.assign(`https://t.me${pathname}${search}`)
  }
}
