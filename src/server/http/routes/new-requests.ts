import { listChats } from '#shared/api/list-chats.ts'
import { makeRequest } from '#shared/api/make-request.ts'
import { plainName } from '#shared/plain-name.ts'
import type { MadeRequest } from '#shared/request.ts'
import { memberLimit } from '../../rate-limit/member-limits.ts'
import { canRequestAnywhere, canRequestIn, isByAnybody } from '../../requests/can-request.ts'
import { offeredFamilies } from '../../linking/offered-families.ts'
import { randomCode } from '../../requests/random-code.ts'
import type { StoredChat } from '../../store/rows/chat-rows.ts'
import type { StoredUser } from '../../store/database/stored.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp } from '../http-env.ts'
import { refuseFor } from '../refuse-for.ts'
import { requireRequester } from '../require-requester.ts'
import { enforceRateLimit } from '../admission.ts'
import {
  created,
  ok,
  refuse,
  type Refusal,
  type Reply,
  type MemberRequest,
  serveMember,
} from '../route.ts'
import { viewMadeRequest } from '../request-views.ts'

const LISTED_CHATS = 20
const SECOND_MS = 1_000

/** Lists the chats where the member may make requests, and makes them. */
export function serveNewRequests(app: HttpApp, deps: HttpDeps): void {
  serveMember(app, listChats, async ({ user }) => {
    const chats = await listOpenChats(user, deps)
    return ok({
      anywhere: await canRequestAnywhere(user.telegramId, deps),
      chats: chats.map(({ id, title }) => ({ id, title: plainName(title) })),
    })
  })

  serveMember(app, makeRequest, async ({ user, body }) => {
    if (!body.families.every((family) => offeredFamilies(deps.boot.policy).includes(family)))
      return refuse('evm-off')
    if (body.chatId === null) return make({ user, body, chat: null }, deps)
    const chat = await deps.store.findChat(body.chatId)
    return chat ? make({ user, body, chat }, deps) : refuse('chat-gone')
  })
}

/** Chats where the member may make requests, or where Telegram does not say. */
async function listOpenChats(user: StoredUser, deps: HttpDeps): Promise<StoredChat[]> {
  const chats = await deps.store.listRequesterChats(user.id, LISTED_CHATS)
  const judged = await Promise.all(
    chats.map(async (chat) => ({ chat, may: await canRequestIn(chat, user.telegramId, deps) })),
  )
  for (const { chat, may } of judged)
    if (may === 'no') await deps.store.forgetRequester({ chatId: chat.id, userId: user.id })
  return judged.filter(({ may }) => may !== 'no').map(({ chat }) => chat)
}

type Making = {
  user: StoredUser
  body: MemberRequest<typeof makeRequest>['body']
  chat: StoredChat | null
}

async function make(making: Making, deps: HttpDeps): Promise<Reply<MadeRequest>> {
  const { user, chat } = making
  const refusal =
    (await requireRequester(user, chat, deps)) ??
    (await refuseUnreadable(making, deps)) ??
    (await enforceRateLimit(memberLimit('requests', user), deps))
  if (refusal) return refusal
  const named = chat && (await readTitle(chat, deps))
  const { membersOnly } = making.body
  const byAnybody = await isByAnybody({ ...user, chat, membersOnly }, deps)
  const wanted = newRequest({ ...making, chat: named, byAnybody }, deps)
  const request = await deps.store.createRequest(wanted)
  if (named) await deps.store.noteRequester({ chat: named, userId: user.id }, deps.now())
  deps.onEvent()
  const message = named ? 'waiting' : 'none'
  return created(viewMadeRequest({ request, answered: 0, message }, deps))
}

/** If Telegram does not show this bot who is in the chat, no member could ever answer. */
async function refuseUnreadable(
  { user, body, chat }: Making,
  { chats }: HttpDeps,
): Promise<Refusal | undefined> {
  if (chat === null || !body.membersOnly) return undefined
  const membership = await chats.isMember(chat, user.telegramId)
  return membership === 'unknown' ? refuseFor('membership-unknown') : undefined
}

/** The chat with its current title, if Telegram says. */
async function readTitle(chat: StoredChat, { chats, store, now }: HttpDeps): Promise<StoredChat> {
  const profile = await chats.describe(chat.telegramId)
  const isKnown = typeof profile === 'string' || profile.title === chat.title
  return isKnown ? chat : store.saveChat(profile, now())
}

function newRequest(
  { user, body, chat, byAnybody }: Making & { byAnybody: boolean },
  deps: HttpDeps,
) {
  const now = deps.now()
  return {
    code: randomCode('r'),
    by: { userId: user.id },
    families: body.families,
    now,
    expiresAt: now + body.expiresIn * SECOND_MS,
    chat,
    membersOnly: body.membersOnly,
    byAnybody,
    maxAnswers: null,
    message: chat && { language: user.language, threadId: null },
  }
}
