import * as v from 'valibot'
import { canAdmit, getRole, type Chat } from '../chats.ts'
import { findJoin } from '../join.ts'
import type { WorldJoin } from '../snapshot.ts'
import type { TelegramWorld } from '../world.ts'
import { badRequest, botMethod, ChatIdSchema, integer, succeed } from './bot-method.ts'
import type { BotMethod, BotMethodAnswer } from './bot-method.ts'
import { refuseAccess } from './chat-access.ts'
import { isAppUrl } from './inline-keyboard.ts'

const PersonSchema = v.object({
  chat_id: ChatIdSchema,
  user_id: integer('invalid user_id specified'),
})
const QueryId = v.string('chat_join_request_query_id is empty')
/** Longest tag, in characters. Source: https://core.telegram.org/bots/api#setchatmembertag */
const TAG_MAX = 16

export function joinMethods(world: TelegramWorld): Record<string, BotMethod> {
  const decide = (isAdmitted: boolean) =>
    botMethod(PersonSchema, (asked) => decideRequest(world, asked, isAdmitted))
  return {
    approveChatJoinRequest: decide(true),
    declineChatJoinRequest: decide(false),
    answerChatJoinRequestQuery: botMethod(
      v.object({
        chat_join_request_query_id: QueryId,
        result: v.picklist(['approve', 'decline', 'queue'], 'invalid result specified'),
      }),
      ({ chat_join_request_query_id, result }) => {
        const join = findQuery(world, chat_join_request_query_id)
        if (join === undefined) return badRequest(TOO_OLD)
        if (result === 'queue') world.queueJoin(join)
        else world.decideJoin({ ...join, isAdmitted: result === 'approve' })
        return succeed(true)
      },
    ),
    sendChatJoinRequestWebApp: botMethod(
      v.object({
        chat_join_request_query_id: QueryId,
        web_app_url: v.string('web_app_url is empty'),
      }),
      ({ chat_join_request_query_id, web_app_url }) => {
        if (!isAppUrl(web_app_url)) return badRequest('Web App URL must be an HTTPS URL')
        const join = findQuery(world, chat_join_request_query_id)
        if (join === undefined) return badRequest(TOO_OLD)
        Object.assign(join, { state: 'shown', webAppUrl: web_app_url })
        world.changed()
        return succeed(true)
      },
    ),
    setChatMemberTag: botMethod(
      v.object({ ...PersonSchema.entries, tag: v.optional(v.string(), '') }),
      ({ chat_id, user_id, tag }) => setTag(world, { chat_id, user_id, tag }),
    ),
  }
}

const TOO_OLD = 'query is too old and response timeout expired or query ID is invalid'

function findQuery({ joins }: TelegramWorld, id: string): WorldJoin | undefined {
  return joins.find(({ queryId }) => queryId === id)
}

type JoinPerson = v.InferOutput<typeof PersonSchema>

/** The chat in which the bot acts as an administrator, or why it may not. */
function mustAdmit(world: TelegramWorld, chatId: number): Chat | BotMethodAnswer {
  const refusal = refuseAccess(world, chatId, 'edit')
  if (refusal !== null) return refusal
  const chat = world.chats.find(chatId)
  if (chat === undefined) return badRequest("can't manage invite links in the chat")
  return canAdmit(chat) ? chat : badRequest('not enough rights to manage chat invite link')
}

/** Source of the errors: `messages.hideChatJoinRequest` of https://core.telegram.org/methods */
function decideRequest(
  world: TelegramWorld,
  asked: JoinPerson,
  isAdmitted: boolean,
): BotMethodAnswer {
  const chat = mustAdmit(world, asked.chat_id)
  if ('ok' in chat) return chat
  const place = { accountId: asked.user_id, chatId: asked.chat_id }
  if (world.account(asked.user_id) === undefined) return badRequest('PARTICIPANT_ID_INVALID')
  if (chat.members.includes(asked.user_id)) return badRequest('USER_ALREADY_PARTICIPANT')
  if (findJoin(world, place) === undefined) return badRequest('HIDE_REQUESTER_MISSING')
  world.decideJoin({ ...place, isAdmitted })
  return succeed(true)
}

/** Of other administrators a bot changes no tag: https://github.com/tdlib/telegram-bot-api/issues/838 */
function setTag(world: TelegramWorld, { chat_id, user_id, tag }: JoinPerson & { tag: string }) {
  const refusal = refuseAccess(world, chat_id, 'edit')
  if (refusal !== null) return refusal
  const chat = world.chats.find(chat_id)
  if (chat?.bot !== 'administrator' || !chat.botRights.canManageTags)
    return badRequest('not enough rights to change the tag of the chat member')
  const role = getRole(chat, user_id)
  if (role === 'left' || role === 'kicked') return badRequest('USER_NOT_PARTICIPANT')
  if (role !== 'member') return badRequest('CHAT_CREATOR_REQUIRED')
  if (tag.length > TAG_MAX || /\p{Extended_Pictographic}/u.test(tag))
    return badRequest('RANK_INVALID')
  const others = chat.tags.filter(({ accountId }) => accountId !== user_id)
  chat.tags = tag === '' ? others : [...others, { accountId: user_id, text: tag }]
  world.changed()
  return succeed(true)
}
