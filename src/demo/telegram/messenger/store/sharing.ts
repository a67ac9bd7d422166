import type { ChatMessage } from '../../snapshot.ts'
import { ALL_KINDS, type PickedKind, type Picking } from '../mini-app/dialogs.ts'
import { chatEntries } from './chats.ts'
import { act, type MessengerCore } from './messenger-core.ts'
import type { SharingOutcome } from '../mini-app/session-context.ts'
import { inlineText } from './inline-mode.ts'
import { minimizeMiniApp } from './front.ts'
import { openChat, show } from './navigation.ts'

/** https://core.telegram.org/bots/webapps, `shareMessage` */
export async function sendPrepared(
  core: MessengerCore,
  accountId: number,
  preparedId: string,
): Promise<SharingOutcome> {
  const lookup = await act(core, { type: 'look-at-prepared', accountId, preparedId })
  if (lookup?.kind === 'refused') return { outcome: 'failed', error: lookup.error }
  if (lookup?.kind !== 'prepared') return { outcome: 'failed', error: 'UNKNOWN_ERROR' }
  const chatId = await core.picker.ask({
    title: 'Share message',
    kinds: ['direct', 'group'],
    purpose: { does: 'send', message: lookup.message },
  })
  if (chatId === null) return { outcome: 'failed', error: 'USER_DECLINED' }
  const sent = await act(core, { type: 'send-prepared', accountId, chatId, preparedId })
  if (sent?.kind === 'refused') return { outcome: 'failed', error: sent.error }
  if (sent?.kind !== 'done') return { outcome: 'failed', error: 'MESSAGE_SEND_FAILED' }
  core.journal.toast(`Sent to ${nameOfChat(core, chatId)}`)
  return { outcome: 'sent' }
}

export async function forward(core: MessengerCore, message: ChatMessage): Promise<void> {
  const person = core.person.get()
  if (person === null) return
  const toChatId = await core.picker.ask({
    title: 'Forward to…',
    kinds: ALL_KINDS,
    purpose: { does: 'send', message },
  })
  if (toChatId === null) return
  const { chatId, id: messageId } = message
  const accountId = person.id
  const result = await act(core, { type: 'forward', accountId, chatId, messageId, toChatId })
  if (result?.kind === 'done') core.journal.toast(`Forwarded to ${nameOfChat(core, toChatId)}`)
}

/** A `t.me/share/url` link: its text waits in the input of the chosen chat for the person to send it. */
export async function shareText(core: MessengerCore, text: string): Promise<void> {
  const picking = { title: 'Send to…', kinds: ALL_KINDS }
  if ((await openPicked(core, picking, text)) === 'opened') minimizeMiniApp(core)
}

/** Starts a query in a chat that the person picks; after a detour to the bot, in the one they came from. */
export async function switchInline(
  core: MessengerCore,
  query: string,
  kinds: readonly PickedKind[],
): Promise<'opened' | 'dismissed'> {
  const view = core.view.get()
  const text = inlineText(core, query)
  if (view.kind !== 'bot' || view.cameFrom === null) {
    return openPicked(core, { title: 'Select chat', kinds }, text)
  }
  show(core, view.cameFrom, text)
  return 'opened'
}

async function openPicked(
  core: MessengerCore,
  picking: Omit<Picking, 'purpose'>,
  text: string,
): Promise<'opened' | 'dismissed'> {
  const chatId = await core.picker.ask({ ...picking, purpose: { does: 'open', text } })
  if (chatId === null) return 'dismissed'
  openChat(core, chatId, text)
  return 'opened'
}

function nameOfChat(core: MessengerCore, chatId: number): string {
  const person = core.person.get()
  const world = core.connection.latest.get()?.world
  if (person === null || world === undefined) return ''
  return chatEntries(world, person).find(({ id }) => id === chatId)?.title ?? ''
}
