import * as v from 'valibot'
import type { BotApiFault } from '../faults.ts'

/** What a Bot API call answers: https://core.telegram.org/bots/api#making-requests */
export type BotMethodAnswer = { ok: true; result: unknown } | ({ ok: false } & BotApiFault)

/** A call with its parameters as they came: typed in JSON, all strings in a form. */
export type BotMethod = (
  parameters: Record<string, unknown>,
) => BotMethodAnswer | Promise<BotMethodAnswer>

export function botMethod<Schema extends v.GenericSchema>(
  schema: Schema,
  run: (parameters: v.InferOutput<Schema>) => BotMethodAnswer | Promise<BotMethodAnswer>,
): BotMethod {
  return (parameters) => {
    const parsed = v.safeParse(schema, parameters, { abortEarly: true })
    return parsed.success ? run(parsed.output) : badRequest(parsed.issues[0].message)
  }
}

export function succeed(result: unknown): BotMethodAnswer {
  return { ok: true, result }
}

export function badRequest(reason: string): BotMethodAnswer {
  return { ok: false, error_code: 400, description: `Bad Request: ${reason}` }
}

export function forbidden(reason: string): BotMethodAnswer {
  return { ok: false, error_code: 403, description: `Forbidden: ${reason}` }
}

export function conflict(reason: string): BotMethodAnswer {
  return { ok: false, error_code: 409, description: `Conflict: ${reason}` }
}

/** A whole number, written as a number or as text. */
export function integer(message: string) {
  return v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d+$/), v.transform(Number))], message),
    v.integer(message),
  )
}

export const BooleanSchema = v.pipe(
  v.union([v.boolean(), v.string()]),
  v.transform((value) => value === true || value === 'true' || value === 'True' || value === '1'),
)

/** A structure, sent as JSON or, in a form, as the text of that JSON. */
export function structure<Schema extends v.GenericSchema>(schema: Schema) {
  return v.pipe(v.unknown(), v.transform(parseText), schema)
}

function parseText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

export const ChatIdSchema = integer('chat_id is empty')
export const LanguageCodeSchema = v.optional(
  v.pipe(v.string(), v.regex(/^([a-z]{2})?$/, 'invalid language code specified')),
  '',
)
