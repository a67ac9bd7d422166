import type { Composer } from 'grammy'
import type { BotContext, FeatureDeps } from '../bot-context.ts'
import { saveReachable } from '../save-reachable.ts'

/** Whether the bot may write to a member, as Telegram reports it: allowed in the app, blocked, unblocked. */
export function addWriteAccess(bot: Composer<BotContext>, deps: FeatureDeps): void {
  const { store } = deps
  const privately = bot.chatType('private')

  privately.on('message:write_access_allowed', async (ctx) => {
    await saveReachable(ctx.from, deps)
  })

  privately.on('my_chat_member', async (ctx) => {
    const member = await store.findUserByTelegramId(String(ctx.from.id))
    if (member === undefined) return
    if (ctx.myChatMember.new_chat_member.status === 'member') await saveReachable(ctx.from, deps)
    else await store.setMayMessage(member.id, false)
  })
}
