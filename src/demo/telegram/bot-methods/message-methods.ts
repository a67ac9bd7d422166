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
} from './bot-method.ts'
import type { BotMethodAnswer, BotMethod } from './bot-method.ts'
import { refuseAccess } from './chat-access.ts'
import { MarkupSchema, problemWithKeyboard } from './inline-keyboard.ts'
import { readText, TextSchema } from './message-text.ts'

const CALLBACK_TEXT_MAX_LENGTH = 200

const ThreadIdSchema = v.optional(integer('invalid message thread identifier specified'))
const SendSchema = v.object({
  chat_id: ChatIdSchema,
  message_thread_id: ThreadIdSchema,
  ...TextSchema,
  reply_markup: MarkupSchema,
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
