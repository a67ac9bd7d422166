import * as v from 'valibot'
import type { InlineResult } from '../host-contract.ts'
import { MarkupSchema, problemWithKeyboard } from './inline-keyboard.ts'
import { InputTextSchema, readText } from './message-text.ts'

const ID_MAX_BYTES = 64

/** An article with a text; the other kinds of results are not part of this world. */
export const ResultSchema = v.object({
  type: v.literal('article', "can't parse inline query result: unsupported type specified"),
  id: v.pipe(
    v.string('can\'t parse inline query result: Can\'t find field "id"'),
    v.minBytes(1, 'RESULT_ID_INVALID'),
    v.maxBytes(ID_MAX_BYTES, 'RESULT_ID_INVALID'),
  ),
  title: v.pipe(
    v.string('can\'t parse inline query result: Can\'t find field "title"'),
    v.minLength(1, 'ARTICLE_TITLE_EMPTY'),
  ),
  description: v.optional(v.string(), ''),
  input_message_content: v.object(
    InputTextSchema.entries,
    "can't parse inline query result: message text is empty",
  ),
  reply_markup: MarkupSchema,
})

type Read = { ok: true; result: InlineResult } | { ok: false; description: string }

/** The result as it is shown and sent; or why Telegram would not take it. */
export function readResult(result: v.InferOutput<typeof ResultSchema>): Read {
  const { id, title, description, input_message_content: content } = result
  const text = readText({ text: content.message_text, parse_mode: content.parse_mode })
  if (!text.ok) return text
  const keyboard = result.reply_markup.inline_keyboard
  const problem = problemWithKeyboard(keyboard, 'inline')
  if (problem !== null) return { ok: false, description: `Bad Request: ${problem}` }
  return {
    ok: true,
    result: { id, title, description, text: text.text, entities: text.entities, keyboard },
  }
}
