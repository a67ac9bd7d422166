import type { ChatMessage, WorldSnapshot, WorldChat } from '../../snapshot.ts'
import type { PickedKind } from '../mini-app/dialogs.ts'
import type { MessengerPerson } from './messenger-core.ts'

/** One of a person's chats, as lists show it. */
export type ChatEntry = {
  /** The chat with the bot has the person's own id. */
  id: number
  kind: PickedKind
  title: string
  /** Whose colour the picture has. */
  faceId: number
  /** How many are in it, the bot among them; two in a chat of two. */
  size: number
  last: ChatMessage | undefined
}

/** All chats of a person, the one with the latest message first, and the bot's before all silent ones. */
export function chatEntries(world: WorldSnapshot, person: MessengerPerson): ChatEntry[] {
  const entries = [botEntry(world, person), ...getChats(world, person).map(entryIn(world, person))]
  return entries.sort((a, b) => (b.last?.date ?? 0) - (a.last?.date ?? 0))
}

function getChats(world: WorldSnapshot, person: MessengerPerson): WorldChat[] {
  return world.chats.filter(({ members }) => members.includes(person.id))
}

/** A chat of which the person is a member. */
export function findChat(
  world: WorldSnapshot,
  person: MessengerPerson,
  chatId: number,
): WorldChat | undefined {
  return getChats(world, person).find(({ id }) => id === chatId)
}

/** Groups that the person is not in and can ask to join. */
export function joinableChats(world: WorldSnapshot, person: MessengerPerson): WorldChat[] {
  return world.chats.filter(
    ({ isByRequest, members }) => isByRequest && !members.includes(person.id),
  )
}

function botEntry(world: WorldSnapshot, person: MessengerPerson): ChatEntry {
  return {
    id: person.id,
    kind: 'bot',
    title: person.bot.name,
    faceId: world.bot.id,
    size: 2,
    last: [...world.messages].reverse().find(({ chatId }) => chatId === person.id),
  }
}

function entryIn(world: WorldSnapshot, person: MessengerPerson): (chat: WorldChat) => ChatEntry {
  return (chat) => ({
    id: chat.id,
    kind: chat.kind === 'direct' ? 'direct' : 'group',
    title: getTitle(world, person, chat),
    faceId: chat.kind === 'direct' ? otherIn(chat, person) : chat.id,
    size: getSize(chat),
    last: messagesIn(world, chat).at(-1),
  })
}

/** A chat of two has the name of the other. */
export function getTitle(world: WorldSnapshot, person: MessengerPerson, chat: WorldChat): string {
  return chat.kind === 'direct' ? getAccountName(world, otherIn(chat, person)) : chat.title
}

/** Whom a chat of two is with. */
export function otherIn(chat: WorldChat, person: MessengerPerson): number {
  return chat.members.find((id) => id !== person.id) ?? person.id
}

export function getAccountName(world: WorldSnapshot, accountId: number): string {
  const account = world.accounts.find(({ id }) => id === accountId)
  return [account?.firstName, account?.lastName].filter(Boolean).join(' ')
}

/** How many are in it, the bot among them. */
export function getSize(chat: WorldChat): number {
  return chat.members.length + (chat.bot === 'absent' ? 0 : 1)
}

/** Whether its messages lie in topics. */
export function isForum(chat: WorldChat): boolean {
  return chat.topics.length > 0
}

/** What has been written in a chat; in a supergroup also what was there before it became one. */
export function messagesIn(world: WorldSnapshot, chat: WorldChat): ChatMessage[] {
  return world.messages.filter(({ chatId }) => chatId === chat.id || chatId === chat.formerId)
}
