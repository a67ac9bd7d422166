import * as v from 'valibot'
import { InlineKeyboardSchema } from '../snapshot.ts'
import type { InlineButton, InlineKeyboard } from '../snapshot.ts'
import { structure } from './bot-method.ts'

/** Reply keyboards are taken and not shown. */
export const MarkupSchema = v.optional(
  structure(
    v.object(
      { inline_keyboard: v.optional(InlineKeyboardSchema, []) },
      'object expected as reply markup',
    ),
  ),
  {},
)

/** `web_app` buttons work in private chats with the bot alone. */
export type ButtonPlace = 'private' | 'group' | 'inline'

/** Why Telegram would not take the keyboard there; null when it would. */
export function problemWithKeyboard(keyboard: InlineKeyboard, place: ButtonPlace): string | null {
  const problems = keyboard.flat().map((button) => problemWithButton(button, place))
  return problems.find((problem) => problem !== null) ?? null
}

function problemWithButton(button: InlineButton, place: ButtonPlace): string | null {
  if ('url' in button && !isLink(button.url, ['http:', 'https:', 'tg:'])) {
    return `inline keyboard button URL '${button.url}' is invalid: Wrong HTTP URL`
  }
  if (!('web_app' in button)) return null
  if (place !== 'private') return 'BUTTON_TYPE_INVALID'
  if (isAppUrl(button.web_app.url)) return null
  return `inline keyboard button Web App URL '${button.web_app.url}' is invalid: Only HTTPS links are allowed`
}

function isLink(url: string, protocols: readonly string[]): boolean {
  return URL.canParse(url) && protocols.includes(new URL(url).protocol)
}

/** https; or http on this machine, as Telegram's test servers allow. */
export function isAppUrl(url: string): boolean {
  if (isLink(url, ['https:'])) return true
  return isLink(url, ['http:']) && ['127.0.0.1', 'localhost'].includes(new URL(url).hostname)
}
