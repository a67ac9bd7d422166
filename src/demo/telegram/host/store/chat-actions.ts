import type { ChatMessage, InlineButton } from '../../snapshot.ts'
import { ALL_KINDS } from './chat-picker.ts'
import { act, sendText } from './host-core.ts'
import type { HostCore } from './host-core.ts'
import { inlineText } from './inline-mode.ts'
import { openMiniApp } from './open-mini-app.ts'
import { forward, switchInline } from './sharing.ts'

export type ChatActions = {
  sendText(text: string): Promise<void>
  start(): Promise<void>
  pressInlineButton(message: ChatMessage, button: InlineButton): Promise<void>
  pressMenuButton(url: string): Promise<void>
  forward(message: ChatMessage): Promise<void>
}

/** What a person does in the chat in view. */
export function chatActions(core: HostCore): ChatActions {
  return {
    sendText(text) {
      core.input.set('')
      return sendText(core, text)
    },
    async start() {
      const view = core.view.get()
      if (view.kind !== 'bot') return
      core.view.set({ ...view, payload: null })
      const payload = view.payload === null ? '' : ` ${view.payload}`
      await sendText(core, `/start${payload}`)
    },
    pressInlineButton: (message, button) => pressInlineButton(core, message, button),
    /** A t.me link behind the menu button opens as if it had been pressed in the chat. */
    async pressMenuButton(url) {
      if (new URL(url).hostname === 't.me') await core.followLink(url)
      else await openMiniApp(core, { source: 'menu', url })
    },
    forward: (message) => forward(core, message),
  }
}

async function pressInlineButton(
  core: HostCore,
  message: ChatMessage,
  button: InlineButton,
): Promise<void> {
  if ('url' in button) await core.followLink(button.url)
  else if ('web_app' in button) {
    await openMiniApp(core, { source: 'inline-button', url: button.web_app.url })
  } else if ('callback_data' in button) await pressCallback(core, message, button.callback_data)
  else if ('switch_inline_query' in button) {
    await switchInline(core, button.switch_inline_query, ALL_KINDS)
  } else core.input.set(inlineText(core, button.switch_inline_query_current_chat))
}

async function pressCallback(core: HostCore, message: ChatMessage, data: string): Promise<void> {
  const person = core.person.get()
  if (person === null) return
  const result = await act(core, {
    type: 'press-button',
    accountId: person.id,
    chatId: message.chatId,
    messageId: message.id,
    data,
  })
  if (result?.kind === 'unanswered') core.journal.toast('The bot did not answer')
  if (result?.kind !== 'answered') return
  if (result.url !== null) await core.followLink(result.url)
  if (result.text === null) return
  if (result.isAlert) await report(core, result.text)
  else core.journal.toast(result.text)
}

async function report(core: HostCore, message: string): Promise<void> {
  await core.dialogs.ask({
    title: '',
    message,
    buttons: [{ id: 'ok', text: 'OK', tone: 'strong' }],
  })
}
