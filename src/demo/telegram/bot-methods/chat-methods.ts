import * as v from 'valibot'
import { botRoleOf, roleOf } from '../chats.ts'
import type { Chat } from '../chats.ts'
import type { World } from '../world.ts'
import { badRequest, botMethod, ChatIdSchema, integer, succeed } from './bot-method.ts'
import type { Answer, BotMethod } from './bot-method.ts'
import { refuseAccess } from './chat-access.ts'

const ChatSchema = v.object({ chat_id: ChatIdSchema })
const MemberSchema = v.object({
  chat_id: ChatIdSchema,
  user_id: integer('invalid user_id specified'),
})

export function chatMethods(world: World): Record<string, BotMethod> {
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
        succeed({ ...world.wire.chat(chat_id), ...CHAT_DETAILS }),
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
  supports_join_request_queries: false,
} as const

const CHAT_DETAILS = { accent_color_id: 0, max_reaction_count: 11 } as const

function member(world: World, { chat_id, user_id }: v.InferOutput<typeof MemberSchema>): Answer {
  const isItself = user_id === world.botId
  const refusal = refuseAccess(world, chat_id, isItself ? 'read' : 'read-members')
  if (refusal !== null) return refusal
  const chat = world.chats.find(chat_id)
  if (isItself) return succeed(botMember(world, chat))
  const account = world.account(user_id)
  if (account === undefined) return badRequest('PARTICIPANT_ID_INVALID')
  const role = chat === undefined ? 'member' : roleOf(chat, user_id)
  return succeed(world.wire.member(world.wire.user(account), role))
}

/** @param chat undefined for a private chat */
function botMember(world: World, chat: Chat | undefined) {
  return world.wire.member(world.wire.bot(), chat === undefined ? 'member' : botRoleOf(chat))
}

/** Without other bots. */
function administrators(world: World, chatId: number): Answer {
  const refusal = refuseAccess(world, chatId, 'read-members')
  if (refusal !== null) return refusal
  const chat = world.chats.find(chatId)
  if (chat === undefined) return badRequest('there are no administrators in the private chat')
  const people = world.accounts().filter(({ id }) => chat.administrators.includes(id))
  return succeed([
    ...people.map((person) => world.wire.member(world.wire.user(person), roleOf(chat, person.id))),
    ...(chat.bot === 'administrator' ? [botMember(world, chat)] : []),
  ])
}
