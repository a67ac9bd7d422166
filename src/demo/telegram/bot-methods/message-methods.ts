import * as v from 'valibot'
import { formatPlainText, parseHtml } from '../formatted-text.ts'
import type { ParsedText } from '../formatted-text.ts'
import { GROUP } from '../people.ts'
import { InlineKeyboardSchema } from '../snapshot.ts'
import type { ChatMessage, InlineButton, InlineKeyboard } from '../snapshot.ts'
import type { World } from '../world.ts'
import {
  badRequest,
  BooleanSchema,
  botMethod,
  ChatIdSchema,
  forbidden,
  integer,
  structure,
  succeed,
} from './bot-method.ts'
import type { Answer, BotMethod } from './bot-method.ts'

/** Longest text of a message after its entities are parsed. */
const TEXT_MAX_LENGTH = 4096
const CALLBACK_TEXT_MAX_LENGTH = 200

const MessageIdSchema = integer('message identifier is not specified')
const TextSchema = {
  text: v.pipe(v.string('message text is empty'), v.regex(/\S/, 'message text is empty')),
  parse_mode: v.optional(v.picklist(['', 'HTML'], 'unsupported parse_mode')),
}
/** Reply keyboards are taken and not shown. */
const MarkupSchema = v.optional(
  structure(
    v.object(
      { inline_keyboard: v.optional(InlineKeyboardSchema, []) },
      'object expected as reply markup',
    ),
  ),
  {},
)

const SendSchema = v.object({ chat_id: ChatIdSchema, ...TextSchema, reply_markup: MarkupSchema })
const EditTextSchema = v.object({ ...SendSchema.entries, message_id: MessageIdSchema })
const EditMarkupSchema = v.object({
  chat_id: ChatIdSchema,
  message_id: MessageIdSchema,
  reply_markup: MarkupSchema,
})
const DeleteSchema = v.object({ chat_id: ChatIdSchema, message_id: MessageIdSchema })
const AnswerSchema = v.object({
  callback_query_id: v.string('query is too old and response timeout expired'),
  text: v.optional(v.pipe(v.string(), v.maxLength(CALLBACK_TEXT_MAX_LENGTH, 'MESSAGE_TOO_LONG'))),
  show_alert: v.optional(BooleanSchema, false),
  url: v.optional(v.string()),
})

export function messageMethods(world: World): Record<string, BotMethod> {
  return {
    sendMessage: botMethod(SendSchema, (parameters) => send(world, parameters)),
    editMessageText: botMethod(EditTextSchema, (parameters) => editText(world, parameters)),
    editMessageReplyMarkup: botMethod(EditMarkupSchema, (parameters) =>
      edit(world, parameters, { keyboard: parameters.reply_markup.inline_keyboard }),
    ),
    deleteMessage: botMethod(DeleteSchema, (parameters) => remove(world, parameters)),
    answerCallbackQuery: botMethod(AnswerSchema, (parameters) => answer(world, parameters)),
    sendChatAction: botMethod(
      v.object({ chat_id: ChatIdSchema, action: v.string('wrong parameter action in request') }),
      ({ chat_id }) => refusalToWrite(world, chat_id) ?? succeed(true),
    ),
  }
}

function send(world: World, parameters: v.InferOutput<typeof SendSchema>): Answer {
  const refusal = refusalToWrite(world, parameters.chat_id)
  if (refusal !== null) return refusal
  const text = readText(parameters)
  if (!text.ok) return { ok: false, error_code: 400, description: text.description }
  const keyboard = parameters.reply_markup.inline_keyboard
  const problem = problemWith(keyboard, parameters.chat_id)
  if (problem !== null) return badRequest(problem)
  const message = world.log.add({
    chatId: parameters.chat_id,
    senderId: world.botId,
    text: text.text,
    entities: text.entities,
    keyboard,
  })
  world.changed()
  return succeed(world.wire.message(message))
}

function editText(world: World, parameters: v.InferOutput<typeof EditTextSchema>): Answer {
  const text = readText(parameters)
  if (!text.ok) return { ok: false, error_code: 400, description: text.description }
  return edit(world, parameters, {
    text: text.text,
    entities: text.entities,
    keyboard: parameters.reply_markup.inline_keyboard,
  })
}

type Place = { chat_id: number; message_id: number }
type Edit = Pick<ChatMessage, 'keyboard'> & Partial<Pick<ChatMessage, 'text' | 'entities'>>

function edit(world: World, place: Place, change: Edit): Answer {
  const message = world.log.find(place.chat_id, place.message_id)
  if (message === undefined) return badRequest('message to edit not found')
  if (message.senderId !== world.botId) return badRequest("message can't be edited")
  const problem = problemWith(change.keyboard, place.chat_id)
  if (problem !== null) return badRequest(problem)
  if (isSame({ ...message, ...change }, message)) {
    return badRequest(
      'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
    )
  }
  const changed = world.log.change(place.chat_id, place.message_id, change)
  world.changed()
  return succeed(changed === undefined ? true : world.wire.message(changed))
}

function isSame(a: ChatMessage, b: ChatMessage): boolean {
  return (
    JSON.stringify([a.text, a.entities, a.keyboard]) ===
    JSON.stringify([b.text, b.entities, b.keyboard])
  )
}

/** A bot deletes its own messages everywhere, and what was written to it in private. */
function remove(world: World, place: Place): Answer {
  const message = world.log.find(place.chat_id, place.message_id)
  if (message === undefined) return badRequest('message to delete not found')
  if (message.chatId === GROUP.id && message.senderId !== world.botId) {
    return badRequest("message can't be deleted")
  }
  world.log.remove(place.chat_id, place.message_id)
  world.changed()
  return succeed(true)
}

function answer(world: World, parameters: v.InferOutput<typeof AnswerSchema>): Answer {
  const isTaken = world.callbacks.answer(parameters.callback_query_id, {
    kind: 'answered',
    text: parameters.text ?? null,
    isAlert: parameters.show_alert,
    url: parameters.url ?? null,
  })
  if (isTaken) return succeed(true)
  return badRequest('query is too old and response timeout expired or query ID is invalid')
}

/** Null when the bot may write there. */
function refusalToWrite(world: World, chatId: number): Answer | null {
  if (chatId === GROUP.id) return null
  const account = world.account(chatId)
  if (account === undefined) return badRequest('chat not found')
  return account.contact === 'allowed' ? null : forbidden(REFUSALS[account.contact])
}

const REFUSALS = {
  none: "bot can't initiate conversation with a user",
  blocked: 'bot was blocked by the user',
} as const

function readText(parameters: { text: string; parse_mode?: string | undefined }): ParsedText {
  const parsed: ParsedText =
    parameters.parse_mode === 'HTML'
      ? parseHtml(parameters.text)
      : { ok: true, ...formatPlainText(parameters.text) }
  if (!parsed.ok) return parsed
  if (parsed.text.trim() === '')
    return { ok: false, description: 'Bad Request: message text is empty' }
  if (parsed.text.length <= TEXT_MAX_LENGTH) return parsed
  return { ok: false, description: 'Bad Request: message is too long' }
}

function problemWith(keyboard: InlineKeyboard, chatId: number): string | null {
  const problems = keyboard.flat().map((button) => problemWithButton(button, chatId))
  return problems.find((problem) => problem !== null) ?? null
}

function problemWithButton(button: InlineButton, chatId: number): string | null {
  if ('url' in button && !isLink(button.url, ['http:', 'https:', 'tg:'])) {
    return `inline keyboard button URL '${button.url}' is invalid: Wrong HTTP URL`
  }
  if (!('web_app' in button)) return null
  if (chatId === GROUP.id) return 'BUTTON_TYPE_INVALID'
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
