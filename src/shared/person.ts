import * as v from 'valibot'

/** A member as other members see them: from Telegram, never typed here. */
export const PersonSchema = v.object({
  firstName: v.string(),
  /** Without `@`. */
  username: v.nullable(v.string()),
})
export type Person = v.InferOutput<typeof PersonSchema>
