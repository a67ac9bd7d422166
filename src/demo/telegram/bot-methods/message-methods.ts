import * as v from 'valibot'
import type { TelegramWorld } from '../world.ts'
import { hasTopic } from '../world-core.ts'
import {
  badRequest,
  BooleanSchema,
  botMethod,
  ChatIdSchema,
  integer,
  succeed,
  type BotMethodAnswer,
  type BotMethod,
} from './bot-method.ts'
import { refuseAccess } from './chat-access.ts'
import { MarkupSchema, problemWithKeyboard } from './inline-keyboard.ts'
import { readText, TextSchema } from './message-text.ts'
import { Buffer } from 'node:buffer'
import type { ChatFile } from '../snapshot.ts'

const CALLBACK_TEXT_MAX_LENGTH = 200

const ThreadIdSchema = v.optional(integer('invalid message thread identifier specified'))
const SendSchema = v.object({
  chat_id: ChatIdSchema,
  message_thread_id: ThreadIdSchema,
  ...TextSchema,
  reply_markup: MarkupSchema,
  /** For one person in a group alone. */
  ephemeral_message_parameters: v.optional(v.object({ receiver_user_id: v.number() })),
})
const DeleteSchema = v.object({
  chat_id: ChatIdSchema,
  message_id: integer('message identifier is not specified'),
})
const AnswerSchema = v.object({
  callback_query_id: v.string('query is too old and response timeout expired'),
  text: v.optional(v.pipe(v.string(), v.maxLength(CALLBACK_TEXT_MAX_LENGTH, 'MESSAGE_TOO_LONG'))),
  show_alert: v.optional(BooleanSchema, false),
  url: v.optional(v.string()),
})
const ActionSchema = v.object({
  chat_id: ChatIdSchema,
  message_thread_id: ThreadIdSchema,
  action: v.string('wrong parameter action in request'),
})

export function messageMethods(world: TelegramWorld): Record<string, BotMethod> {
  return {
    sendMessage: botMethod(SendSchema, (parameters) => send(world, parameters)),
    deleteMessage: botMethod(DeleteSchema, (parameters) => remove(world, parameters)),
    answerCallbackQuery: botMethod(AnswerSchema, (parameters) => answer(world, parameters)),
    sendChatAction: botMethod(
      ActionSchema,
      (parameters) => refuseToWrite(world, parameters) ?? succeed(true),
    ),
  }
}

function send(world: TelegramWorld, parameters: v.InferOutput<typeof SendSchema>): BotMethodAnswer {
  const refusal = refuseToWrite(world, parameters)
  if (refusal !== null) return refusal
  const text = readText(parameters)
  if (!text.ok) return { ok: false, error_code: 400, description: text.description }
  const keyboard = parameters.reply_markup.inline_keyboard
  const isPrivate = world.account(parameters.chat_id) !== undefined
  const problem = problemWithKeyboard(keyboard, isPrivate ? 'private' : 'group')
  if (problem !== null) return badRequest(problem)
  if (parameters.ephemeral_message_parameters !== undefined)
    return succeed({ message_id: 0, ephemeral_message_id: 1, date: 0, text: text.text })
  const message = world.log.add({
    chatId: parameters.chat_id,
    threadId: findTopic(world, parameters),
    senderId: world.botId,
    text: text.text,
    entities: text.entities,
    keyboard,
  })
  world.changed()
  return succeed(world.wire.message(message))
}

type SendTarget = { chat_id: number; message_thread_id?: number | undefined }

/** Null when the bot may write there. */
function refuseToWrite(world: TelegramWorld, target: SendTarget): BotMethodAnswer | null {
  const refusal = refuseAccess(world, target.chat_id, 'write')
  if (refusal !== null) return refusal
  const isKnown = hasTopic(world, target.chat_id, findTopic(world, target))
  return isKnown ? null : badRequest('message thread not found')
}

/** A chat that is no forum ignores the topic, save a private one. */
function findTopic(
  world: TelegramWorld,
  { chat_id, message_thread_id }: SendTarget,
): number | null {
  const chat = world.chats.find(chat_id)
  const hasTopics = chat === undefined || chat.topics.length > 0
  return hasTopics && message_thread_id !== undefined && message_thread_id !== 0
    ? message_thread_id
    : null
}

/** A bot deletes its own messages everywhere, and those of others in private and where it is an administrator. */
function remove(world: TelegramWorld, place: v.InferOutput<typeof DeleteSchema>): BotMethodAnswer {
  const refusal = refuseAccess(world, place.chat_id, 'write')
  if (refusal !== null && world.account(place.chat_id) === undefined) return refusal
  const message = world.log.find(place.chat_id, place.message_id)
  if (message === undefined) return badRequest('message to delete not found')
  const role = world.chats.find(place.chat_id)?.bot ?? 'administrator'
  if (message.senderId !== world.botId && role !== 'administrator') {
    return badRequest("message can't be deleted")
  }
  world.log.remove(place.chat_id, place.message_id)
  world.changed()
  return succeed(true)
}

function answer(
  world: TelegramWorld,
  parameters: v.InferOutput<typeof AnswerSchema>,
): BotMethodAnswer {
  const isTaken = world.callbacks.answer(parameters.callback_query_id, {
    kind: 'answered',
    text: parameters.text ?? null,
    isAlert: parameters.show_alert,
    url: parameters.url ?? null,
  })
  if (isTaken) return succeed(true)
  return badRequest('query is too old and response timeout expired or query ID is invalid')
}

const CAPTION_MAX_LENGTH = 1_024
/** Where a form names the part that has the file. */
const ATTACHED = 'attach://'

const DocumentSchema = v.looseObject({
  chat_id: ChatIdSchema,
  document: v.union([v.string(), v.file()], 'there is no document in the request'),
  caption: v.optional(v.string(), ''),
  parse_mode: TextSchema.parse_mode,
})

/** Files that the bot sends as a form: by a file id or a URL it sends none here. */
export function documentMethods(world: TelegramWorld): Record<string, BotMethod> {
  return {
    sendDocument: botMethod(DocumentSchema, (parameters) => sendDocument(world, parameters)),
  }
}

async function sendDocument(
  world: TelegramWorld,
  { chat_id: chatId, caption, parse_mode, ...parameters }: v.InferOutput<typeof DocumentSchema>,
): Promise<BotMethodAnswer> {
  const refusal = refuseAccess(world, chatId, 'write')
  if (refusal !== null) return refusal
  const file = findFile(parameters)
  if (file === undefined) return badRequest('wrong file identifier/HTTP URL specified')
  const text =
    caption === ''
      ? { ok: true as const, text: '', entities: [] }
      : readText({ text: caption, parse_mode })
  if (!text.ok) return { ok: false, error_code: 400, description: text.description }
  if (text.text.length > CAPTION_MAX_LENGTH) return badRequest('message caption is too long')
  const message = world.log.add({
    chatId,
    senderId: world.botId,
    text: text.text,
    entities: text.entities,
    file: await readFile(file),
    keyboard: [],
  })
  world.changed()
  return succeed(world.wire.message(message))
}

function findFile({ document, ...parts }: Record<string, unknown>): File | undefined {
  if (document instanceof File) return document
  const name = typeof document === 'string' && document.startsWith(ATTACHED) ? document : null
  const part = name === null ? undefined : parts[name.slice(ATTACHED.length)]
  return part instanceof File ? part : undefined
}

async function readFile(file: File): Promise<ChatFile> {
  const bytes = Buffer.from(await file.arrayBuffer())
  return {
    name: file.name,
    type: getType(file),
    size: bytes.length,
    base64: bytes.toString('base64'),
  }
}

/** Telegram goes by the name, because bots say nothing of the type. */
function getType({ name, type }: File): string {
  return name.endsWith('.json') ? 'application/json' : type
}
