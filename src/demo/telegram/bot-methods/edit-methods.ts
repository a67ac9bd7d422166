import * as v from 'valibot'
import type { MessageRef } from '../inline-queries.ts'
import type { ChatMessage } from '../snapshot.ts'
import type { TelegramWorld } from '../world.ts'
import { badRequest, botMethod, ChatIdSchema, integer, succeed } from './bot-method.ts'
import type { BotMethodAnswer, BotMethod } from './bot-method.ts'
import { refuseAccess } from './chat-access.ts'
import { MarkupSchema, problemWithKeyboard } from './inline-keyboard.ts'
import type { ButtonPlace } from './inline-keyboard.ts'
import { readText, TextSchema } from './message-text.ts'

const TargetSchema = {
  chat_id: v.optional(ChatIdSchema),
  message_id: v.optional(integer('message identifier is not specified')),
  /** Instead of the two others, for a message that a person sent through the bot. */
  inline_message_id: v.optional(v.string()),
}
const EditTextSchema = v.object({ ...TargetSchema, ...TextSchema, reply_markup: MarkupSchema })
const EditMarkupSchema = v.object({ ...TargetSchema, reply_markup: MarkupSchema })

export function editMethods(world: TelegramWorld): Record<string, BotMethod> {
  return {
    editMessageText: botMethod(EditTextSchema, (parameters) => editText(world, parameters)),
    editMessageReplyMarkup: botMethod(EditMarkupSchema, ({ reply_markup, ...target }) =>
      edit(world, target, { keyboard: reply_markup.inline_keyboard }),
    ),
  }
}

type EditTarget = Omit<v.InferOutput<typeof EditMarkupSchema>, 'reply_markup'>
type Edit = Pick<ChatMessage, 'keyboard'> & Partial<Pick<ChatMessage, 'text' | 'entities'>>

function editText(
  world: TelegramWorld,
  parameters: v.InferOutput<typeof EditTextSchema>,
): BotMethodAnswer {
  const text = readText(parameters)
  if (!text.ok) return { ok: false, error_code: 400, description: text.description }
  return edit(world, parameters, {
    text: text.text,
    entities: text.entities,
    keyboard: parameters.reply_markup.inline_keyboard,
  })
}

function edit(world: TelegramWorld, target: EditTarget, change: Edit): BotMethodAnswer {
  const { chat_id, message_id, inline_message_id } = target
  if (chat_id === undefined && message_id === undefined) {
    return editInline(world, inline_message_id, change)
  }
  return editOwn(world, { chatId: chat_id ?? 0, messageId: message_id ?? 0 }, change)
}

/** A message of the bot's own. */
function editOwn(world: TelegramWorld, place: MessageRef, change: Edit): BotMethodAnswer {
  const refusal = refuseAccess(world, place.chatId, 'edit')
  if (refusal !== null) return refusal
  const message = world.log.find(place.chatId, place.messageId)
  if (message === undefined) return badRequest('message to edit not found')
  if (message.senderId !== world.botId) return badRequest("message can't be edited")
  const isPrivate = world.account(place.chatId) !== undefined
  const problem = problemWith(message, change, isPrivate ? 'private' : 'group')
  if (problem !== null) return badRequest(problem)
  const changed = world.log.change(place.chatId, place.messageId, change)
  world.changed()
  return succeed(changed === undefined ? true : world.wire.message(changed))
}

/** A message that a person sent through the bot, wherever it is. */
function editInline(
  world: TelegramWorld,
  inlineMessageId: string | undefined,
  change: Edit,
): BotMethodAnswer {
  if (!inlineMessageId) return badRequest('message identifier is not specified')
  if (!/^[\w-]+$/.test(inlineMessageId)) {
    return badRequest('invalid inline message identifier specified')
  }
  const place = world.inlineMessages.find(inlineMessageId)
  const message = place && world.log.find(place.chatId, place.messageId)
  if (message === undefined) return badRequest('MESSAGE_ID_INVALID')
  const problem = problemWith(message, change, 'inline')
  if (problem !== null) return badRequest(problem)
  world.log.change(message.chatId, message.id, change)
  world.changed()
  return succeed(true)
}

function problemWith(message: ChatMessage, change: Edit, place: ButtonPlace): string | null {
  const problem = problemWithKeyboard(change.keyboard, place)
  if (problem !== null) return problem
  return isSame({ ...message, ...change }, message)
    ? 'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message'
    : null
}

function isSame(a: ChatMessage, b: ChatMessage): boolean {
  return (
    JSON.stringify([a.text, a.entities, a.keyboard]) ===
    JSON.stringify([b.text, b.entities, b.keyboard])
  )
}
