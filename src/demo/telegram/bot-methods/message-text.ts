import * as v from 'valibot'
import { formatPlainText, parseHtml } from '../formatted-text.ts'
import type { ParsedFormatting } from '../formatted-text.ts'

/** Longest text of a message after its entities are parsed. */
const TEXT_MAX_LENGTH = 4096

const ParseModeSchema = v.optional(v.picklist(['', 'HTML'], 'unsupported parse_mode'))

export const TextSchema = {
  text: v.pipe(v.string('message text is empty'), v.regex(/\S/, 'message text is empty')),
  parse_mode: ParseModeSchema,
}

/** The same under the name that it has in a result of inline mode. */
export const InputTextSchema = v.object({
  message_text: TextSchema.text,
  parse_mode: ParseModeSchema,
})

export function readText(parameters: {
  text: string
  parse_mode?: string | undefined
}): ParsedFormatting {
  const parsed: ParsedFormatting =
    parameters.parse_mode === 'HTML'
      ? parseHtml(parameters.text)
      : { ok: true, ...formatPlainText(parameters.text) }
  if (!parsed.ok) return parsed
  if (parsed.text.trim() === '')
    return { ok: false, description: 'Bad Request: message text is empty' }
  if (parsed.text.length <= TEXT_MAX_LENGTH) return parsed
  return { ok: false, description: 'Bad Request: message is too long' }
}
