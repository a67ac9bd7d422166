import { type Composer, type Filter, InlineKeyboard, type NextFunction } from 'grammy'
import { directLink } from '#shared/links.ts'
import { doorCode } from '#shared/start-param.ts'
import { JOIN_LEASE_MS } from '#server/notifications/joins.ts'
import { type BotContext, type FeatureDeps, GROUPS } from '../bot-context.ts'
import { isAnonymous } from '../is-for-us.ts'
import { reply } from '../reply.ts'
import { getProfile } from '../profile.ts'
import { isTooLate, unless } from '../telegram-problem.ts'

/** `/door`: the button with which administrators open the group's door. The app judges who presses it. */
export function addDoor(bot: Composer<BotContext>, deps: FeatureDeps): void {
  bot.chatType(GROUPS).command('door', async (ctx) => {
    const { id, title } = ctx.chat
    const telegramId = String(id)
    const isHidden = isAnonymous(ctx.message)
    const may = isHidden
      ? 'yes'
      : await deps.chats.isAdministrator({ telegramId }, String(ctx.from.id))
    if (may === 'no') return
    const chat = await deps.store.saveChat({ telegramId, title }, deps.now())
    if (!isHidden && may === 'yes') {
      const member = await deps.store.saveUser(getProfile(ctx.from), deps.now())
      await deps.store.noteRequester({ chat, userId: member.id }, deps.now())
    }
    const { texts, buttons } = ctx.messages
    const url = directLink(deps.link, doorCode(chat.id))
    await reply(ctx, texts.door, new InlineKeyboard().url(buttons.showDoor, url))
  })
}

/**
 * Who asks to join is noted with the id of the update, the person and the group, in one transaction: a crash before it
 * loses nothing, and a repetition changes nothing. Whatever fails here leaves the decision to the administrators.
 */
export function addJoin(bot: Composer<BotContext>, deps: FeatureDeps): void {
  bot.on('chat_join_request', async (ctx: JoinUpdate, _next: NextFunction) => {
    try {
      if (await note(ctx, deps)) return
    } catch (error) {
      await leaveToPeople(ctx)
      throw error
    }
    await leaveToPeople(ctx)
  })
}

type JoinUpdate = Filter<BotContext, 'chat_join_request'>

/** False where administrators alone decide: for a channel, or a person who asks too often. */
async function note(ctx: JoinUpdate, deps: FeatureDeps): Promise<boolean> {
  const { chat, from, date, query_id } = ctx.chatJoinRequest
  // Telegram sends those of basic groups too, which the types leave out.
  if (chat.type === 'channel') return false
  const now = deps.now()
  const asking = {
    update: { id: ctx.update.update_id, sentAt: date * 1_000 },
    person: getProfile(from),
    group: { telegramId: String(chat.id), title: chat.title },
    queryId: query_id ?? null,
  }
  const asked = await deps.store.askToJoin(asking, now + JOIN_LEASE_MS, now)
  if (asked.outcome === 'noted') {
    deps.onJoin(asked.join)
    deps.onEvent()
  }
  return asked.outcome !== 'too-often'
}

async function leaveToPeople({ api, chatJoinRequest: { query_id } }: JoinUpdate): Promise<void> {
  if (query_id === undefined) return
  await unless(isTooLate, api.answerChatJoinRequestQuery(query_id, 'queue'))
}
