import type { Api } from 'grammy'
import type { ReportRefusal } from '#server/notifications/post-notifier.ts'
import { HTML_MESSAGE } from './markup.ts'
import { messagesIn } from './messages/messages-in.ts'
import { isUnreachable } from './telegram-problem.ts'

type Recipient = { userId: number; chatId: string }

/**
 * Tells the member who made a request why it is not in its group: in private, or, where they have not let the bot write,
 * by a message in the group that only they see. Never rejects.
 */
export function createReportRefusal(api: Api): ReportRefusal {
  return async ({ request, location }, reason) => {
    const { maker } = request
    if (maker.kind !== 'member' || location.kind !== 'unsent') return
    const { telegramId, language } = maker.user
    const { title, telegramId: chatId } = location.chat
    const text = messagesIn(language).texts.postRefused(reason, title)
    await write(api, { userId: Number(telegramId), chatId }, text).catch(() => undefined)
  }
}

async function write(api: Api, recipient: Recipient, text: string): Promise<void> {
  try {
    await api.sendMessage(recipient.userId, text, HTML_MESSAGE)
  } catch (error) {
    if (isUnreachable(error)) await writeInGroup(api, recipient, text)
  }
}

/** A Bot API server from before 10.2 shows the message to the whole group, so it is taken back. */
async function writeInGroup(api: Api, { userId, chatId }: Recipient, text: string): Promise<void> {
  const { message_id, ephemeral_message_id } = await api.sendMessage(chatId, text, {
    ...HTML_MESSAGE,
    ephemeral_message_parameters: { receiver_user_id: userId },
  })
  if (ephemeral_message_id === undefined) await api.deleteMessage(chatId, message_id)
}
