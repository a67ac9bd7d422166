import { act, findChatId, findThreadId } from './messenger-core.ts'
import type { MessengerCore } from './messenger-core.ts'
import { show } from './navigation.ts'

export type InlineActions = {
  /** Sends one of the results. */
  chooseInline(resultId: string): Promise<void>
  /** Opens the chat with the bot, where the payload of the button over the results waits. */
  pressInlineTop(): void
  /** Starts a query in the chat in view. */
  mentionBot(): void
}

/** How long the input rests before the bot is asked, ms. */
const DEBOUNCE_MS = 300

/** What stands after `@bot ` in an input; null where it is no query to the bot. */
export function inlineQueryIn(text: string, username: string): string | null {
  const [, name = '', query = ''] = /^@(\w+)\s+([\s\S]*)$/.exec(text) ?? []
  return name.toLowerCase() === username.toLowerCase() ? query : null
}

/** How a query to the bot stands in an input. */
export function inlineText(core: MessengerCore, query: string): string {
  return `@${core.connection.latest.get()?.world.bot.username ?? ''} ${query}`
}

/** Inline mode: https://core.telegram.org/bots/inline */
export function inlineActions(core: MessengerCore): InlineActions {
  askWhileTyping(core)
  return {
    chooseInline: (resultId) => chooseInline(core, resultId),
    pressInlineTop: () => pressInlineTop(core),
    mentionBot: () => core.input.set(inlineText(core, '')),
  }
}

/** Asks the bot once the input rests; an answer that comes too late counts no more. */
function askWhileTyping(core: MessengerCore): void {
  const limit = { number: 0 }
  core.input.listen((text) => {
    const number = ++limit.number
    const isLatest = () => limit.number === number
    const query = inlineQueryIn(text, core.connection.latest.get()?.world.bot.username ?? '')
    if (query === null) core.inline.set(null)
    else setTimeout(() => isLatest() && void ask(core, query, isLatest), DEBOUNCE_MS)
  })
}

async function ask(core: MessengerCore, query: string, isLatest: () => boolean): Promise<void> {
  const person = core.person.get()
  const chatId = findChatId(core)
  if (person === null || chatId === null) return
  const result = await act(core, { type: 'ask-inline', accountId: person.id, chatId, query })
  if (isLatest()) core.inline.set(result?.kind === 'inline-results' ? result : null)
}

async function chooseInline(core: MessengerCore, resultId: string): Promise<void> {
  const person = core.person.get()
  const chatId = findChatId(core)
  const answer = core.inline.get()
  if (person === null || chatId === null || answer === null) return
  core.input.set('')
  await act(core, {
    type: 'choose-inline',
    accountId: person.id,
    chatId,
    threadId: findThreadId(core),
    queryId: answer.queryId,
    resultId,
  })
}

function pressInlineTop(core: MessengerCore): void {
  const button = core.inline.get()?.button ?? null
  if (button === null) return
  const view = core.view.get()
  const cameFrom = view.kind === 'chat' ? view : null
  show(core, { kind: 'bot', payload: button.startParameter, cameFrom })
}
