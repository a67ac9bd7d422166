/** What a Mini App may ask the person to pick from: https://core.telegram.org/bots/webapps, `switchInlineQuery` */
export const CHAT_TYPES = ['users', 'bots', 'groups', 'channels'] as const
export type ChatType = (typeof CHAT_TYPES)[number]
