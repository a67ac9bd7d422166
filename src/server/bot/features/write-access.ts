import { Composer } from 'grammy'
import type { BotContext, FeatureDeps } from '../bot-context.ts'
import { getReachableProfile } from '../profile.ts'

/** Whether the bot may write to a member, as Telegram reports it: allowed in the app, blocked, unblocked. */
export function writeAccessFeature({ store, now, onEvent }: FeatureDeps): Composer<BotContext> {
  const composer = new Composer<BotContext>()
  const privately = composer.chatType('private')

  privately.on('message:write_access_allowed', async (ctx) => {
    const member = await store.saveUser(getReachableProfile(ctx.from), now())
    await store.flushReceipts(member.id, now())
    onEvent()
  })

  privately.on('my_chat_member', async (ctx) => {
    const member = await store.findUserByTelegramId(String(ctx.from.id))
    if (member === undefined) return
    await store.setMayMessage(member.id, ctx.myChatMember.new_chat_member.status === 'member')
  })

  return composer
}
