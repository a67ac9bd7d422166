import type { ChatTypeContext, CommandContext } from 'grammy'
import { REQUEST_LIFE_S } from '#shared/request.ts'
import { requestLimit } from '#server/rate-limit/request-limit.ts'
import { canRequestIn } from '#server/requests/can-request.ts'
import { randomCode } from '#server/requests/random-code.ts'
import type { ChatProfile } from '#server/store/chats/chat-rows.ts'
import type { StoredUser } from '#server/store/stored.ts'
import type { BotContext, FeatureDeps } from '../bot-context.ts'
import { connectKeyboard } from '../keyboards.ts'
import { getProfile } from '../profile.ts'
import { writePrivately } from '../write-privately.ts'

type GroupCommand = CommandContext<ChatTypeContext<BotContext, 'group' | 'supergroup'>>

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/**
 * Makes a request for a group, in the name of the member who sent the command. The post in the group is sent by the
 * code that updates its count. Problems are reported to the requester in private.
 */
export async function askInGroup(ctx: GroupCommand, deps: FeatureDeps): Promise<void> {
  const { texts } = ctx.messages
  const { title } = ctx.chat
  const chat = { telegramId: String(ctx.chat.id), title }
  const keyboard = connectKeyboard(deps.publicUrl, ctx.language)
  switch (await canRequestIn(chat, String(ctx.from.id), deps)) {
    case 'no':
      return writePrivately(ctx, { text: texts.requestNotAllowed(title), keyboard }, deps.store)
    case 'unknown':
      return writePrivately(ctx, { text: texts.requestUnknown(title), keyboard }, deps.store)
    case 'yes': {
      const member = await deps.store.saveUser(getProfile(ctx.from), deps.now())
      const waitMs = await makeRequest({ ctx, member, profile: chat }, deps)
      if (waitMs === 0) return deps.onPost()
      const text = texts.requestsLimited(Math.ceil(waitMs / MINUTE_MS))
      return writePrivately(ctx, { text, keyboard }, deps.store)
    }
  }
}

/** 0 if the request is made; otherwise the milliseconds until the member may make one. */
async function makeRequest(
  { ctx, member, profile }: { ctx: GroupCommand; member: StoredUser; profile: ChatProfile },
  deps: FeatureDeps,
): Promise<number> {
  const { store, chats, families } = deps
  const now = deps.now()
  const { subject, rate } = requestLimit(member)
  const limit = await store.consume(subject, rate, now)
  if (!limit.taken) return limit.retryAfterMs
  const chat = await store.saveChat(profile, now)
  await store.noteRequester({ chatId: chat.id, userId: member.id }, now)
  // If the bot may not read the requester's own membership, it may not read that of other members either.
  const readable = await chats.isMember(chat, member.telegramId)
  await store.createRequest({
    code: randomCode('r'),
    by: { userId: member.id },
    families,
    now,
    expiresAt: now + REQUEST_LIFE_S.usual * SECOND_MS,
    chatId: chat.id,
    membersOnly: readable === 'yes',
    maxAnswers: null,
    message: { language: ctx.language, threadId: findTopic(ctx) },
  })
  return 0
}

/** A thread of replies has an id, too, but is no topic. */
function findTopic({ message }: GroupCommand): number | null {
  return message?.is_topic_message === true ? (message.message_thread_id ?? null) : null
}
