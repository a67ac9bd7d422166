import type { Messages } from '../../../i18n/messages.ts'

/** All texts of the bot in one language. */
export type BotTexts = Messages['bot']

/** Escapes a text for Telegram's HTML. */
export type ToMarkup = (text: string) => string
