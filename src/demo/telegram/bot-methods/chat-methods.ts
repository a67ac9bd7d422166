import * as v from 'valibot'
import { getBotRole, getRole } from '../chats.ts'
import type { Chat } from '../chats.ts'
import type { TelegramWorld } from '../world.ts'
import { badRequest, botMethod, ChatIdSchema, integer, succeed } from './bot-method.ts'
import type { BotMethodAnswer, BotMethod } from './bot-method.ts'
import { refuseAccess } from './chat-access.ts'

const ChatSchema = v.object({ chat_id: ChatIdSchema })
const MemberSchema = v.object({
  chat_id: ChatIdSchema,
  user_id: integer('invalid user_id specified'),
})

export function chatMethods(world: TelegramWorld): Record<string, BotMethod> {
  return {
    getMe: () =>
      succeed({
        ...world.wire.bot(),
        ...ABILITIES,
        supports_inline_queries: world.options.inlineMode !== 'off',
      }),
    getChat: botMethod(
      ChatSchema,
      ({ chat_id }) =>
        refuseAccess(world, chat_id, 'read') ??
        succeed({ ...world.wire.chat(chat_id), ...CHAT_DETAILS, ...getDoor(world, chat_id) }),
    ),
    getChatMember: botMethod(MemberSchema, (asked) => member(world, asked)),
    getChatAdministrators: botMethod(ChatSchema, ({ chat_id }) => administrators(world, chat_id)),
  }
}

const ABILITIES = {
  can_join_groups: true,
  can_read_all_group_messages: false,
  can_connect_to_business: false,
  has_main_web_app: true,
  has_topics_enabled: false,
  allows_users_to_create_topics: false,
  can_manage_bots: false,
  supports_join_request_queries: true,
} as const

const CHAT_DETAILS = { accent_color_id: 0, max_reaction_count: 11 } as const

/** Whether people ask to join, and who is asked about it, which only administrators see. */
function getDoor(world: TelegramWorld, chatId: number) {
  const chat = world.chats.find(chatId)
  return {
    ...(chat?.isByRequest === true && { join_by_request: true }),
    ...(chat?.isGuarded === true &&
      chat.bot === 'administrator' && { guard_bot: world.wire.bot() }),
  }
}

function member(
  world: TelegramWorld,
  { chat_id, user_id }: v.InferOutput<typeof MemberSchema>,
): BotMethodAnswer {
  const isItself = user_id === world.botId
  const refusal = refuseAccess(world, chat_id, isItself ? 'read' : 'read-members')
  if (refusal !== null) return refusal
  const chat = world.chats.find(chat_id)
  if (isItself) return succeed(botMember(world, chat))
  const account = world.account(user_id)
  if (account === undefined) return badRequest('PARTICIPANT_ID_INVALID')
  const role = chat === undefined ? 'member' : getRole(chat, user_id)
  return succeed(world.wire.member(world.wire.user(account), role, chat))
}

/** @param chat undefined for a private chat */
function botMember(world: TelegramWorld, chat: Chat | undefined) {
  return world.wire.member(world.wire.bot(), chat === undefined ? 'member' : getBotRole(chat), chat)
}

/** Without other bots. */
function administrators(world: TelegramWorld, chatId: number): BotMethodAnswer {
  const refusal = refuseAccess(world, chatId, 'read-members')
  if (refusal !== null) return refusal
  const chat = world.chats.find(chatId)
  if (chat === undefined) return badRequest('there are no administrators in the private chat')
  const people = world.accounts().filter(({ id }) => chat.administrators.includes(id))
  return succeed([
    ...people.map((person) => world.wire.member(world.wire.user(person), getRole(chat, person.id))),
    ...(chat.bot === 'administrator' ? [botMember(world, chat)] : []),
  ])
}
