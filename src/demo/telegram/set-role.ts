import { getBotRole, getRole } from './chats.ts'
import type { Chat, Role } from './chats.ts'
import type { WorldChat } from './snapshot.ts'
import { addNotice } from './notify-bot.ts'
import { getDate, mustFindAccount } from './world-core.ts'
import type { WorldCore } from './world-core.ts'

export type BotRoleChange = { accountId: number; chatId: number; role: WorldChat['bot'] }

/** Any member may add the bot. Only administrators may do the rest. */
export function maySetBotRole(chat: Chat | undefined, change: BotRoleChange): boolean {
  if (chat === undefined || chat.kind === 'direct' || chat.migratedTo !== null) return false
  const isArrival = chat.bot === 'absent' && change.role === 'member'
  return (isArrival ? chat.members : chat.administrators).includes(change.accountId)
}

/** A member adds the bot to the group, promotes it, or removes it. */
export function setBotRole(core: WorldCore, change: BotRoleChange): void {
  const chat = core.chats.find(change.chatId)
  if (chat === undefined || !maySetBotRole(chat, change)) throw new Error('Not theirs to decide')
  if (chat.bot === change.role) return
  const { accountId, role } = change
  const isArrival = chat.bot === 'absent'
  const former = getBotRole(chat)
  if (role === 'absent' && chat.kind === 'group') notifyOfLeaving(core, chat, accountId)
  Object.assign(chat, { bot: role, isKnownToBot: true })
  notifyOfBotRole(core, chat, { accountId, former })
  if (role === 'absent' && chat.kind === 'supergroup') notifyOfLeaving(core, chat, accountId)
  if (isArrival) notifyOfArrival(core, chat, accountId)
  core.changed()
}

/** What the bot learns of its own place in a group. */
export function notifyOfBotRole(
  core: WorldCore,
  chat: Chat,
  { accountId, former }: { accountId: number; former: Role },
): void {
  core.updates.push({
    my_chat_member: {
      chat: core.wire.groupChat(chat.id),
      from: core.wire.user(mustFindAccount(core, accountId)),
      date: getDate(core),
      old_chat_member: core.wire.member(core.wire.bot(), former),
      new_chat_member: core.wire.member(core.wire.bot(), getBotRole(chat), chat),
    },
  })
}

function notifyOfArrival(core: WorldCore, { id }: Chat, accountId: number): void {
  const bot = core.wire.bot()
  addNotice(core, {
    accountId,
    chatId: id,
    text: `${mustFindAccount(core, accountId).firstName} added ${bot.first_name}`,
    content: { new_chat_members: [bot] },
  })
}

/** Of a basic group the bot still gets this notice, of a supergroup it does not. */
function notifyOfLeaving(core: WorldCore, { id }: Chat, accountId: number): void {
  const bot = core.wire.bot()
  addNotice(core, {
    accountId,
    chatId: id,
    text: `${mustFindAccount(core, accountId).firstName} removed ${bot.first_name}`,
    content: { left_chat_member: bot },
  })
}

export type RoleChange = { accountId: number; chatId: number; role: Exclude<Role, 'creator'> }

/** A person joins, leaves, is thrown out, or becomes an administrator or an ordinary member. The creator stays. */
export function setRole(core: WorldCore, { accountId, chatId, role }: RoleChange): void {
  const chat = core.chats.find(chatId)
  const creator = chat?.members[0]
  if (
    chat === undefined ||
    chat.kind === 'direct' ||
    creator === undefined ||
    creator === accountId
  )
    throw new Error('No such role')
  const former = getRole(chat, accountId)
  const others = (ids: number[]) => ids.filter((id) => id !== accountId)
  const isIn = role === 'member' || role === 'administrator'
  Object.assign(chat, {
    members: [...others(chat.members), ...(isIn ? [accountId] : [])],
    administrators: [
      ...others(chat.administrators),
      ...(role === 'administrator' ? [accountId] : []),
    ],
    banned: [...others(chat.banned), ...(role === 'kicked' ? [accountId] : [])],
  })
  if (role === 'kicked') dropJoin(core, { accountId, chatId })
  notifyOfRole(core, chat, { accountId, creator, former })
  core.changed()
}

/** Who is thrown out asks no longer. */
function dropJoin({ joins }: WorldCore, of: { accountId: number; chatId: number }): void {
  const index = joins.findIndex(
    ({ accountId, chatId }) => accountId === of.accountId && chatId === of.chatId,
  )
  if (index !== -1) joins.splice(index, 1)
}

/** Only an administrator learns of others, and only if it asks for `chat_member`. */
function notifyOfRole(
  core: WorldCore,
  chat: Chat,
  { accountId, creator, former }: { accountId: number; creator: number; former: Role },
): void {
  if (chat.bot !== 'administrator') return
  const user = core.wire.user(mustFindAccount(core, accountId))
  core.updates.push({
    chat_member: {
      chat: core.wire.groupChat(chat.id),
      from: core.wire.user(mustFindAccount(core, creator)),
      date: getDate(core),
      old_chat_member: core.wire.member(user, former),
      new_chat_member: core.wire.member(user, getRole(chat, accountId)),
    },
  })
}
