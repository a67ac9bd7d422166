import * as v from 'valibot'

/** Telegram's id of a group: negative, decimal. */
export const GroupIdSchema = v.pipe(v.string(), v.regex(/^-[1-9]\d{0,15}$/))
