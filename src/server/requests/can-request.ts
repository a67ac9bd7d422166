import type { ChatsPolicy, RequestsPolicy } from '../config/config.ts'
import type { StoredChat } from '../store/rows/chat-rows.ts'
import type { FindAdmins } from '../admins/find-admins.ts'
import type { Store } from '../store/store.ts'
import type { Membership, TelegramChats } from './telegram-chats.ts'

/** The operator's policy, and the means to apply it. */
export type RequestPolicy = {
  store: Pick<Store, 'isRequester'>
  chats: Pick<TelegramChats, 'isAdministrator' | 'isMember'>
  /** Who may always make requests. */
  findAdmins: FindAdmins
  requests: RequestsPolicy
  /** In which groups requests may be made. */
  chatsPolicy: ChatsPolicy
}

/** Whether the account may make requests that are for no chat: by a link, or in inline mode. */
export async function canRequestAnywhere(
  telegramId: string,
  { findAdmins, requests }: Pick<RequestPolicy, 'findAdmins' | 'requests'>,
): Promise<boolean> {
  return requests === 'members' || (await findAdmins()).has(telegramId)
}

/** Whether the account may make requests for a chat that the bot is in. */
export async function canRequestIn(
  chat: Pick<StoredChat, 'telegramId'>,
  telegramId: string,
  policy: RequestPolicy,
): Promise<Membership> {
  const { chats, findAdmins, requests, chatsPolicy } = policy
  if ((await findAdmins()).has(telegramId)) return 'yes'
  const isAllowed = chatsPolicy === 'any' ? 'yes' : await isKnownChat(chat, policy)
  if (isAllowed !== 'yes') return isAllowed
  return requests === 'members'
    ? chats.isMember(chat, telegramId)
    : chats.isAdministrator(chat, telegramId)
}

type KnownChats = Omit<RequestPolicy, 'requests'>

type AskedRequest = {
  telegramId: string
  chat: Pick<StoredChat, 'telegramId'> | null
  membersOnly: boolean
}

/**
 * Whether anybody could make the member's request, in a group of their own, and anybody may answer it: the operator knows
 * neither the member nor the group, and Telegram confirms no membership. Where Telegram does not say, nobody is known.
 */
export async function isByAnybody(
  { telegramId, chat, membersOnly }: AskedRequest,
  policy: KnownChats,
): Promise<boolean> {
  if (membersOnly || (await policy.findAdmins()).has(telegramId)) return false
  return chat === null || (await isKnownChat(chat, policy)) !== 'yes'
}

/**
 * Whether the operator knows the group: they list it, or an admin is an administrator who has used the bot
 * there. Telegram asks nobody before somebody else makes them an administrator.
 */
async function isKnownChat(
  chat: Pick<StoredChat, 'telegramId'>,
  { store, chats, findAdmins, chatsPolicy }: KnownChats,
): Promise<Membership> {
  if (typeof chatsPolicy !== 'string') return chatsPolicy.has(chat.telegramId) ? 'yes' : 'no'
  const answers = await Promise.all(
    [...(await findAdmins())].map(async (member) =>
      (await store.isRequester({ chat: chat.telegramId, member }))
        ? chats.isAdministrator(chat, member)
        : 'no',
    ),
  )
  if (answers.includes('yes')) return 'yes'
  return answers.includes('unknown') ? 'unknown' : 'no'
}
