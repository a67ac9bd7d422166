import type { Chat } from './chats.ts'
import { notifyOfBotRole } from './set-role.ts'
import { addNotice } from './notify-bot.ts'
import type { WorldCore } from './world-core.ts'

export type Migration = { accountId: number; chatId: number }

/** Supergroups have ids below this one. Source: https://core.telegram.org/api/bots/ids */
const SUPERGROUPS_BELOW = -1_000_000_000_000

export function mayMigrate(chat: Chat | undefined, { accountId }: Migration): boolean {
  if (chat === undefined || chat.kind !== 'group' || chat.migratedTo !== null) return false
  return chat.administrators.includes(accountId)
}

/**
 * A group becomes a supergroup, under another id, which is returned. The bot learns that it came into the new
 * one, and never that it left the old one. Source: https://github.com/tdlib/telegram-bot-api/issues/266
 */
export function migrate(core: WorldCore, migration: Migration): number {
  const group = core.chats.find(migration.chatId)
  if (group === undefined || !mayMigrate(group, migration)) throw new Error('No group to migrate')
  const { accountId } = migration
  const newId = SUPERGROUPS_BELOW + group.id
  const supergroup: Chat = { ...group, id: newId, kind: 'supergroup', formerId: group.id }
  core.chats.add(supergroup)
  if (group.bot !== 'absent') notifyOfBotRole(core, supergroup, { accountId, former: 'left' })
  addNotice(core, {
    accountId,
    chatId: group.id,
    text: 'The group became a supergroup',
    content: { migrate_to_chat_id: newId },
  })
  addNotice(core, {
    accountId,
    chatId: newId,
    text: 'The group became a supergroup',
    content: { migrate_from_chat_id: group.id },
  })
  group.migratedTo = newId
  core.changed()
  return newId
}

export type TitleChange = { accountId: number; chatId: number; title: string }

/** An administrator names a group anew. */
export function setTitle(core: WorldCore, { accountId, chatId, title }: TitleChange): void {
  const chat = core.chats.find(chatId)
  if (chat?.administrators.includes(accountId) !== true) throw new Error('Not theirs to decide')
  chat.title = title
  addNotice(core, {
    accountId,
    chatId,
    text: `The group is called ${title}`,
    content: { new_chat_title: title },
  })
  core.changed()
}
