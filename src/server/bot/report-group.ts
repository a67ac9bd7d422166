import type { Api } from 'grammy'
import { pickLanguage } from '#shared/languages.ts'
import type { StoredChat } from '#server/store/rows/chat-rows.ts'
import type { Rate } from '#server/store/database/rate-limits.ts'
import type { FeatureDeps } from './bot-context.ts'
import { HTML_MESSAGE } from './markup.ts'
import { messagesIn } from './messages/messages-in.ts'
import { isUnreachable, unless } from './telegram-problem.ts'

/** Somebody can add the bot to many groups. Beyond this, a group is reported when the bot is next used there. */
const REPORT_RATE: Rate = { perSecond: 1 / 60, burst: 20 }

/**
 * Tells the admins once of a group that the bot is in, each in their language, as far as they let the bot
 * write.
 */
export async function reportGroup(
  { id, telegramId, title, isReported }: StoredChat,
  { api, findAdmins, store, now }: Pick<FeatureDeps, 'findAdmins' | 'store' | 'now'> & { api: Api },
): Promise<void> {
  if (isReported) return
  const admins = await findAdmins()
  if (admins.size === 0) return
  if (!(await store.consume('group-reports', REPORT_RATE, now())).taken) return
  if (!(await store.markReported(id))) return
  const write = async (adminId: string) => {
    const admin = await store.findUserByTelegramId(adminId)
    const { texts } = messagesIn(admin?.language ?? pickLanguage(undefined))
    const text = texts.groupAdded({ chat: title, id: telegramId })
    await unless(isUnreachable, api.sendMessage(Number(adminId), text, HTML_MESSAGE))
  }
  await Promise.all([...admins].map(write))
}
