import type { Chat } from './chats.ts'
import type { InlineResult } from './messenger-contract.ts'
import type { InlineOutcome, ChosenResult } from './inline-queries.ts'
import type { AllowedChats } from './prepared-messages.ts'
import { mustBeIn, mustFindAccount, type ChatTarget, type WorldCore } from './world-core.ts'
import { setContact } from './contact.ts'
import type { ChatMessage } from './snapshot.ts'
import { notifyBot } from './notify-bot.ts'

type Refused = { kind: 'refused'; error: string }
export type SendResult = { kind: 'done' } | Refused

/** Telegram hands a bot no more characters of a query. */
const QUERY_MAX_LENGTH = 256

export type InlineQuestion = ChatTarget & { query: string }

/** What stands after `@bot ` in the input of any chat; unanswered at the latest after 5 s. */
export function askInline(core: WorldCore, asked: InlineQuestion): Promise<InlineOutcome> {
  mustBeIn(core, asked)
  if (core.options.inlineMode === 'off') return Promise.resolve({ kind: 'unanswered' })
  const { accountId, chatId } = asked
  const text = asked.query.slice(0, QUERY_MAX_LENGTH)
  return core.inlineQueries.ask({ accountId, text }, (id) =>
    core.updates.push({
      inline_query: {
        id,
        from: core.wire.user(mustFindAccount(core, accountId)),
        query: text,
        offset: '',
        chat_type: getChatType(core, chatId, accountId),
      },
    }),
  )
}

function getChatType(core: WorldCore, chatId: number, accountId: number) {
  if (chatId === accountId) return 'sender'
  const kind = core.chats.find(chatId)?.kind ?? 'direct'
  return kind === 'direct' ? 'private' : kind
}

export type InlineChoice = ChatTarget & { queryId: string; resultId: string }

export function chooseInline(core: WorldCore, choice: InlineChoice): SendResult {
  const chosen = core.inlineQueries.find(choice.accountId, choice.queryId, choice.resultId)
  if (chosen === undefined) return { kind: 'refused', error: 'QUERY_ID_INVALID' }
  sendViaBot(core, choice, chosen)
  return { kind: 'done' }
}

type PreparedResult = { kind: 'prepared'; message: InlineResult } | Refused

/** Errors as a Mini App gets them: https://core.telegram.org/bots/webapps#events-available-for-mini-apps */
const EXPIRED: Refused = { kind: 'refused', error: 'MESSAGE_EXPIRED' }
const SEND_FAILED: Refused = { kind: 'refused', error: 'MESSAGE_SEND_FAILED' }

type PreparedRef = { accountId: number; preparedId: string }

/** What a prepared message would look like. */
export function previewPrepared(
  core: WorldCore,
  { accountId, preparedId }: PreparedRef,
): PreparedResult {
  const prepared = core.prepared.find(accountId, preparedId)
  return prepared === undefined ? EXPIRED : { kind: 'prepared', message: prepared.result }
}

/** Sends a prepared message once, into a chat of a kind that the bot allowed. */
export function sendPrepared(core: WorldCore, sending: ChatTarget & PreparedRef): SendResult {
  const prepared = core.prepared.find(sending.accountId, sending.preparedId)
  if (prepared === undefined) return EXPIRED
  if (!admits(prepared.allows, core.chats.find(sending.chatId))) return SEND_FAILED
  sendViaBot(core, sending, { query: '', result: prepared.result })
  core.prepared.remove(sending.preparedId)
  return { kind: 'done' }
}

/** @param chat undefined for the chat with the bot */
function admits(allows: AllowedChats, chat: Chat | undefined): boolean {
  if (chat === undefined) return allows.bots
  return chat.kind === 'direct' ? allows.users : allows.groups
}

/** A message that the bot has made and a person sends. Only one with buttons can be edited by the bot later. */
function sendViaBot(
  core: WorldCore,
  place: ChatTarget,
  { query, result }: ChosenResult,
): ChatMessage {
  mustBeIn(core, place)
  const { accountId, chatId, threadId = null } = place
  if (chatId === accountId) setContact(core, accountId, 'allowed')
  const { text, entities, keyboard } = result
  const message = core.log.add({
    chatId,
    threadId,
    senderId: accountId,
    text,
    entities,
    keyboard,
    isViaBot: true,
  })
  const inlineMessageId = keyboard.length === 0 ? null : core.inlineMessages.add(message)
  notifyBot(core, message)
  if (core.options.inlineMode === undefined || core.options.inlineMode === 'with-feedback') {
    core.updates.push({
      chosen_inline_result: {
        result_id: result.id,
        from: core.wire.user(mustFindAccount(core, accountId)),
        query,
        ...(inlineMessageId === null ? {} : { inline_message_id: inlineMessageId }),
      },
    })
  }
  core.changed()
  return message
}
