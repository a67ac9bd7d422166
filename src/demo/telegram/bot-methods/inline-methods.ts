import * as v from 'valibot'
import type { InlineResult } from '../messenger-contract.ts'
import type { TelegramWorld } from '../world.ts'
import {
  badRequest,
  BooleanSchema,
  botMethod,
  integer,
  structure,
  succeed,
  type BotMethodAnswer,
  type BotMethod,
} from './bot-method.ts'
import { MarkupSchema, problemWithKeyboard } from './inline-keyboard.ts'
import { InputTextSchema, readText } from './message-text.ts'

const ID_MAX_BYTES = 64

/** An article with a text; the other kinds of results are not part of this world. */
const ResultSchema = v.object({
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

const RESULTS_MAX = 50
const OFFSET_MAX_BYTES = 64
const START_PARAMETER_MAX_LENGTH = 64
const CACHE_DEFAULT_S = 300
const CACHE_MAX_S = 86_400

/** A button that opens the Mini App is no part of this world: the app would get no signed data. */
const ButtonSchema = v.object({
  text: v.pipe(v.string(), v.minLength(1)),
  start_parameter: v.pipe(
    v.string(
      "can't parse inline query results button: InlineQueryResultsButton must have exactly one optional field",
    ),
    v.minLength(1, "can't use empty start_parameter"),
    v.maxLength(START_PARAMETER_MAX_LENGTH, 'too long start_parameter specified'),
    v.regex(/^[\w-]*$/, 'unallowed characters in start_parameter are used'),
  ),
})
const AnswerSchema = v.object({
  inline_query_id: v.string('query is too old and response timeout expired or query ID is invalid'),
  results: v.optional(
    structure(
      v.pipe(
        v.array(ResultSchema, 'expected an Array of inline query results'),
        v.maxLength(RESULTS_MAX, 'too many inline query results specified'),
      ),
    ),
    [],
  ),
  cache_time: v.optional(integer('invalid cache_time'), CACHE_DEFAULT_S),
  is_personal: v.optional(BooleanSchema, false),
  next_offset: v.optional(
    v.pipe(v.string(), v.maxBytes(OFFSET_MAX_BYTES, 'NEXT_OFFSET_INVALID')),
    '',
  ),
  button: v.optional(structure(ButtonSchema)),
})
const AllowedSchema = v.optional(BooleanSchema, false)
const PrepareSchema = v.object({
  user_id: integer('invalid user_id specified'),
  result: structure(ResultSchema),
  allow_user_chats: AllowedSchema,
  allow_bot_chats: AllowedSchema,
  allow_group_chats: AllowedSchema,
  allow_channel_chats: AllowedSchema,
})

/** Source of the limits and their words: https://github.com/tdlib/td, `InlineQueriesManager.cpp` */
export function inlineMethods(world: TelegramWorld): Record<string, BotMethod> {
  return {
    answerInlineQuery: botMethod(AnswerSchema, (parameters) => answer(world, parameters)),
    savePreparedInlineMessage: botMethod(PrepareSchema, (parameters) => prepare(world, parameters)),
  }
}

function answer(
  world: TelegramWorld,
  parameters: v.InferOutput<typeof AnswerSchema>,
): BotMethodAnswer {
  const read = readResults(parameters.results)
  if (!read.ok) return { ok: false, error_code: 400, description: read.description }
  const { button, cache_time, is_personal, inline_query_id } = parameters
  const isTaken = world.inlineQueries.answer(inline_query_id, {
    results: read.results,
    button:
      button === undefined ? null : { text: button.text, startParameter: button.start_parameter },
    cacheS: Math.min(Math.max(cache_time, 0), CACHE_MAX_S),
    isPersonal: is_personal,
  })
  if (isTaken) return succeed(true)
  return badRequest('query is too old and response timeout expired or query ID is invalid')
}

type ReadAll = { ok: true; results: InlineResult[] } | { ok: false; description: string }

function readResults(results: readonly v.InferOutput<typeof ResultSchema>[]): ReadAll {
  if (new Set(results.map(({ id }) => id)).size < results.length) {
    return { ok: false, description: 'Bad Request: RESULT_ID_DUPLICATE' }
  }
  const read = results.map(readResult)
  const problem = read.find((result) => !result.ok)
  if (problem?.ok === false) return problem
  return { ok: true, results: read.flatMap((result) => (result.ok ? [result.result] : [])) }
}

function prepare(
  world: TelegramWorld,
  parameters: v.InferOutput<typeof PrepareSchema>,
): BotMethodAnswer {
  const read = readResult(parameters.result)
  if (!read.ok) return { ok: false, error_code: 400, description: read.description }
  if (world.account(parameters.user_id) === undefined) return badRequest('user not found')
  const allows = {
    users: parameters.allow_user_chats,
    bots: parameters.allow_bot_chats,
    groups: parameters.allow_group_chats,
    channels: parameters.allow_channel_chats,
  }
  if (!Object.values(allows).includes(true)) {
    return badRequest('at least one chat type must be allowed')
  }
  const { id, expiresAt } = world.prepared.save({
    accountId: parameters.user_id,
    result: read.result,
    allows,
  })
  return succeed({ id, expiration_date: expiresAt })
}

type ReadInlineResult = { ok: true; result: InlineResult } | { ok: false; description: string }

/** The result as it is shown and sent; or why Telegram would not take it. */
function readResult(result: v.InferOutput<typeof ResultSchema>): ReadInlineResult {
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
