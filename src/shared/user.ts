import * as v from 'valibot'
import { LANGUAGES } from './languages.ts'

/** Telegram's id of an account, as a decimal string: it may exceed 2^32 but never 2^52. */
export const TelegramIdSchema = v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}$/))

/** The member as the Mini App shows them. Names are Telegram's, never typed here. */
export const UserSchema = v.object({
  telegramId: TelegramIdSchema,
  firstName: v.string(),
  username: v.nullable(v.string()),
  /** The member's language in the app and the bot: the chosen one, else Telegram's. */
  language: v.picklist(LANGUAGES),
  /** Null where the member follows Telegram. */
  chosenLanguage: v.nullable(v.picklist(LANGUAGES)),
  /** Whether the bot can write to this member, as Telegram said or a delivered message showed. */
  mayMessage: v.boolean(),
})
export type User = v.InferOutput<typeof UserSchema>
