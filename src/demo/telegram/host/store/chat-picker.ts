import type { ChatMessage } from '../../snapshot.ts'
import type { DialogQueue } from './dialogs.ts'

/** `bot`: the person's own chat with the bot. */
export type PickedKind = 'bot' | 'direct' | 'group'
export const ALL_KINDS: readonly PickedKind[] = ['bot', 'direct', 'group']

/** What of a message can be seen before it is sent. */
export type MessageLook = Pick<ChatMessage, 'text' | 'entities' | 'keyboard'>

/** A choice among the person's chats. */
export type Picking = {
  title: string
  kinds: readonly PickedKind[]
  /** `send`: the message is sent there at once. `open`: the text waits in the input of that chat. */
  purpose: { does: 'send'; message: MessageLook } | { does: 'open'; text: string }
}

/** Answered with the id of a chat; the chat with the bot has the person's own. */
export type ChatPicker = DialogQueue<Picking, number>
