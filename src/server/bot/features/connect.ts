import { type ChatTypeContext, type CommandContext, type Composer, InlineKeyboard } from 'grammy'
import { directLink } from '#shared/links.ts'
import { CONNECT_START_PARAM } from '#shared/start-param.ts'
import { REQUEST_LIFE_S } from '#shared/request.ts'
import { memberLimit } from '#server/rate-limit/member-limits.ts'
import { canRequestIn, isByAnybody } from '#server/requests/can-request.ts'
import { randomCode } from '#server/requests/random-code.ts'
import type { ChatProfile } from '#server/store/rows/chat-rows.ts'
import type { StoredUser } from '#server/store/database/stored.ts'
import type { Store } from '#server/store/store.ts'
import { type BotContext, type FeatureDeps, GROUPS } from '../bot-context.ts'
import { HTML_MESSAGE } from '../markup.ts'
import { reply } from '../reply.ts'
import { connectKeyboard } from '../keyboards.ts'
import { isAnonymous } from '../is-for-us.ts'
import { getProfile } from '../profile.ts'
import { reportGroup } from '../report-group.ts'
import { isForbidden, isUnreachable } from '../telegram-problem.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS

/**
 * `/connect`: in private the button that opens the app, in a group a request for its members. `/start` in a group, and
 * `/connect` of an anonymous administrator: an introduction, with a kind of button that groups allow.
 */
export function addConnect(bot: Composer<BotContext>, deps: FeatureDeps): void {
  bot.chatType('private').command('connect', async (ctx) => {
    await reply(ctx, ctx.messages.texts.connect, connectKeyboard(deps.publicUrl, ctx.language))
  })

  bot.chatType(GROUPS).command('connect', async (ctx) => {
    await (isAnonymous(ctx.message) ? introduce(ctx, deps) : askInGroup(ctx, deps))
  })

  bot.chatType(GROUPS).command('start', (ctx) => introduce(ctx, deps))
}

async function introduce(ctx: BotContext, deps: FeatureDeps): Promise<void> {
  const { texts, buttons } = ctx.messages
  const url = directLink(deps.link, CONNECT_START_PARAM)
  await reply(ctx, texts.connectInGroup(deps), new InlineKeyboard().url(buttons.connect, url))
}

type GroupCommand = CommandContext<ChatTypeContext<BotContext, 'group' | 'supergroup'>>

/**
 * Makes a request for a group, in the name of the member who sent the command. The post in the group is sent by the
 * code that updates its count. Problems are reported to the requester in private.
 */
async function askInGroup(ctx: GroupCommand, deps: FeatureDeps): Promise<void> {
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
      if (waitMs === 0) return
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
  const { subject, rate } = memberLimit('requests', member)
  const limit = await store.consume(subject, rate, now)
  if (!limit.taken) return limit.retryAfterMs
  const chat = await store.saveChat(profile, now)
  await store.noteRequester({ chat, userId: member.id }, now)
  // If the bot may not read the requester's own membership, it may not read that of other members either.
  const membersOnly = (await chats.isMember(chat, member.telegramId)) === 'yes'
  await store.createRequest({
    code: randomCode('r'),
    by: { userId: member.id },
    families,
    now,
    expiresAt: now + REQUEST_LIFE_S.usual * SECOND_MS,
    chat,
    membersOnly,
    byAnybody: await isByAnybody({ ...member, chat, membersOnly }, deps),
    maxAnswers: null,
    message: { language: ctx.language, threadId: findTopic(ctx) },
  })
  deps.onPost()
  await reportGroup(chat, { ...deps, api: ctx.api })
  return 0
}

/** A thread of replies has an id, too, but is no topic. */
function findTopic({ message }: GroupCommand): number | null {
  return message?.is_topic_message === true ? (message.message_thread_id ?? null) : null
}

/**
 * Writes to the sender of the update, in their own chat with the bot. A sender who has not let the bot write gets no
 * message, because it must not appear in the group.
 */
async function writePrivately(
  { api, from }: BotContext,
  { text, keyboard }: { text: string; keyboard: InlineKeyboard },
  store: Pick<Store, 'findUserByTelegramId' | 'setMayMessage'>,
): Promise<void> {
  if (from === undefined) return
  try {
    await api.sendMessage(from.id, text, { ...HTML_MESSAGE, reply_markup: keyboard })
  } catch (error) {
    if (!isUnreachable(error)) throw error
    const member = await store.findUserByTelegramId(String(from.id))
    if (member !== undefined && isForbidden(error)) await store.setMayMessage(member.id, false)
  }
}
