import type { BotLink } from './boot.ts'

/**
 * Link that opens the Mini App from any chat with signed `initData`.
 *
 * @param startParam up to 512 characters of `[A-Za-z0-9_-]`; arrives as the signed start_param
 */
export function directLink(bot: BotLink, startParam?: string): `https://t.me/${string}` {
  const path = bot.appShortName === null ? bot.username : `${bot.username}/${bot.appShortName}`
  return `https://t.me/${path}?startapp${startParam === undefined ? '' : `=${startParam}`}`
}

/** Link that opens the private chat with the bot; `start` arrives as the `/start` payload (64 characters). */
export function botLink(bot: BotLink, start?: string): string {
  return `https://t.me/${bot.username}${start === undefined ? '' : `?start=${start}`}`
}

/** Link that opens the chat with the account of that username, without `@`. */
export function profileLink(username: string): string {
  return `https://t.me/${username}`
}

/**
 * Link that lets the member choose a group to add the bot to, where the client then sends `/start true`.
 * https://core.telegram.org/api/links#bot-links
 */
export function groupLink(bot: BotLink): string {
  return `https://t.me/${bot.username}?startgroup=true`
}

/** Whether the link leads into Telegram: to a chat, a bot or a Mini App. */
export function isTelegramLink(link: string): boolean {
  return /^https:\/\/t\.me(?:[/?#]|$)/i.test(link)
}
