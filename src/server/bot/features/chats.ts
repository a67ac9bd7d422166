import type { Composer } from 'grammy'
import { type BotContext, type FeatureDeps, GROUPS } from '../bot-context.ts'
import { getProfile } from '../profile.ts'
import { reportGroup } from '../report-group.ts'

/** Changes of the groups that the bot is in: it is added or removed, a group is renamed, or becomes a supergroup. */
export function addChats(bot: Composer<BotContext>, deps: FeatureDeps): void {
  const { store, chats, now } = deps
  const groups = bot.chatType(GROUPS)

  groups.on('my_chat_member', async (ctx) => {
    const { id, title } = ctx.chat
    const { new_chat_member: bot, from } = ctx.myChatMember
    const telegramId = String(id)
    const isIn = bot.status === 'restricted' ? bot.is_member : !OUTSIDE.has(bot.status)
    if (!isIn) return store.leaveChat(telegramId, now())
    const chat = await store.saveChat({ telegramId, title }, now())
    if ((await chats.isAdministrator(chat, String(from.id))) === 'yes') {
      const member = await store.saveUser(getProfile(from), now())
      await store.noteRequester({ chat, userId: member.id }, now())
    }
    await reportGroup(chat, { ...deps, api: ctx.api })
  })

  groups.on('message:new_chat_title', async (ctx) => {
    const { chat, message } = ctx
    await store.saveChat({ telegramId: String(chat.id), title: message.new_chat_title }, now())
  })

  // Telegram reports a move twice, in the old group and in the new one; the second report changes nothing.
  groups.on('message:migrate_to_chat_id', async (ctx) => {
    const telegramId = String(ctx.message.migrate_to_chat_id)
    await store.moveChat(String(ctx.chat.id), { telegramId, title: ctx.chat.title }, now())
  })
  groups.on('message:migrate_from_chat_id', async (ctx) => {
    const to = { telegramId: String(ctx.chat.id), title: ctx.chat.title }
    await store.moveChat(String(ctx.message.migrate_from_chat_id), to, now())
  })
}

const OUTSIDE: ReadonlySet<string> = new Set(['left', 'kicked'])
