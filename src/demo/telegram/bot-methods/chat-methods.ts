import * as v from 'valibot'
import { GROUP } from '../people.ts'
import type { Account } from '../snapshot.ts'
import type { World } from '../world.ts'
import { badRequest, botMethod, ChatIdSchema, integer, succeed } from './bot-method.ts'
import type { BotMethod } from './bot-method.ts'

const ChatSchema = v.object({ chat_id: ChatIdSchema })
const MemberSchema = v.object({
  chat_id: ChatIdSchema,
  user_id: integer('invalid user_id specified'),
})

export function chatMethods(world: World): Record<string, BotMethod> {
  return {
    getMe: () => succeed({ ...world.wire.bot(), ...ABILITIES }),
    getChat: botMethod(ChatSchema, ({ chat_id }) => {
      if (chat_id === GROUP.id) return succeed({ ...world.wire.groupChat(), ...CHAT_DETAILS })
      const account = world.account(chat_id)
      if (account === undefined) return badRequest('chat not found')
      return succeed({ ...world.wire.privateChat(account), ...CHAT_DETAILS })
    }),
    getChatMember: botMethod(MemberSchema, ({ chat_id, user_id }) => {
      if (chat_id !== GROUP.id) return badRequest('chat not found')
      if (user_id === world.botId) return succeed(world.wire.member(world.wire.bot(), 'member'))
      const account = world.account(user_id)
      return account === undefined
        ? badRequest('PARTICIPANT_ID_INVALID')
        : succeed(memberOf(world, account))
    }),
    getChatAdministrators: botMethod(ChatSchema, ({ chat_id }) => {
      if (chat_id !== GROUP.id) return badRequest('there are no administrators in the private chat')
      const members = world.accounts().map((account) => memberOf(world, account))
      return succeed(members.filter((member) => member.status === 'creator'))
    }),
  }
}

const ABILITIES = {
  can_join_groups: true,
  can_read_all_group_messages: false,
  supports_inline_queries: false,
  can_connect_to_business: false,
  has_main_web_app: true,
  has_topics_enabled: false,
  allows_users_to_create_topics: false,
  can_manage_bots: false,
  supports_join_request_queries: false,
} as const

const CHAT_DETAILS = { accent_color_id: 0, max_reaction_count: 11 } as const

/** The first of the people owns the group. */
function memberOf(world: World, account: Account) {
  const isOwner = world.accounts()[0]?.id === account.id
  return world.wire.member(world.wire.user(account), isOwner ? 'creator' : 'member')
}
