import type { MessengerEvent } from '../../messenger-contract.ts'
import type { WorldSnapshot } from '../../snapshot.ts'
import { findChat } from './chats.ts'
import type { MessengerCore, MessengerPerson, View } from './messenger-core.ts'

export type Navigation = {
  openChat(chatId: number): void
  /** A topic of the forum in view; null for the general one. What stands in the input comes along. */
  openTopic(threadId: number | null): void
  back(): void
}

const CHATS = { kind: 'chats' } as const satisfies View

/** Ways between the chats. */
export function navigation(core: MessengerCore): Navigation {
  return {
    openChat: (chatId) => openChat(core, chatId),
    openTopic(threadId) {
      const view = core.view.get()
      if (view.kind === 'chat') core.view.set({ ...view, threadId })
    },
    back: () => show(core, CHATS),
  }
}

/** @param input what then stands in the message input */
export function show(core: MessengerCore, view: View, input = ''): void {
  core.view.set(view)
  // A query that stays the same is asked anew in another chat.
  core.input.set('')
  core.input.set(input)
}

/** @param input what then waits in the message input of that chat */
export function openChat(core: MessengerCore, chatId: number, input = ''): void {
  const person = core.person.get()
  const world = core.connection.latest.get()?.world
  if (person !== null && world !== undefined) show(core, getView(world, person, chatId), input)
}

function getView(world: WorldSnapshot, person: MessengerPerson, chatId: number): View {
  if (chatId === person.id) return { kind: 'bot', payload: null, cameFrom: null }
  const isMember = findChat(world, person, chatId) !== undefined
  return isMember ? { kind: 'chat', chatId, threadId: null } : CHATS
}

/** Another person sees a chat only as a member of it. */
export function showTo(core: MessengerCore, person: MessengerPerson | null): void {
  const view = core.view.get()
  if (view.kind === 'bot') show(core, { kind: 'bot', payload: null, cameFrom: null })
  else show(core, view.kind === 'chat' && isMember(core, person, view.chatId) ? view : CHATS)
}

function isMember(core: MessengerCore, person: MessengerPerson | null, chatId: number): boolean {
  const world = core.connection.latest.get()?.world
  return person !== null && world !== undefined && findChat(world, person, chatId) !== undefined
}

/** A group that became a supergroup while it was in view stays there; a chat that one is no longer in does not. */
export function followMigration(core: MessengerCore, { world }: MessengerEvent): void {
  const view = core.view.get()
  const person = core.person.get()
  if (person === null || view.kind !== 'chat') return
  if (findChat(world, person, view.chatId) !== undefined) return
  const successor = world.chats.find(({ formerId }) => formerId === view.chatId)
  if (successor === undefined) show(core, CHATS)
  else core.view.set({ ...view, chatId: successor.id })
}
