import { createBotProfile } from './bot-profile.ts'
import type { BotProfile } from './bot-profile.ts'
import { createCallbackQueries } from './callback-queries.ts'
import type { CallbackAnswer, CallbackQueries } from './callback-queries.ts'
import { createChatLog } from './chat-log.ts'
import type { ChatLog } from './chat-log.ts'
import { formatPlainText } from './formatted-text.ts'
import { chatInstance, launchUrl } from './launch-url.ts'
import type { Launch } from './launch.ts'
import { GROUP, PEOPLE } from './people.ts'
import type { Account, ChatMessage, Contact, Snapshot } from './snapshot.ts'
import { createUpdateQueue } from './update-queue.ts'
import type { UpdateQueue } from './update-queue.ts'
import { createWire } from './wire.ts'
import type { Wire } from './wire.ts'

export type WorldOptions = {
  botToken: string
  botUsername: string
  /** Short name of the Mini App in direct links; null when it is the bot's main app. */
  appShortName: string | null
  /** Where direct links lead. */
  appUrl: string
  /** Unix time, ms. */
  now: () => number
}

/** An answer that the Bot API gives instead of doing its work. */
export type Fault = {
  error_code: number
  description: string
  parameters?: { retry_after?: number; migrate_to_chat_id?: number }
}

/** What people do in their clients. */
type PeopleActions = {
  /** A message from a person; in the group the bot sees only commands and mentions of itself. */
  sendText(post: { accountId: number; chatId: number; text: string }): ChatMessage
  /** Presses a callback button; settles when the bot answers, at the latest after 10 s. */
  press(press: {
    accountId: number
    chatId: number
    messageId: number
    data: string
  }): Promise<CallbackAnswer>
  /** The person allows the bot to write, asked by the Mini App. */
  grantWriteAccess(accountId: number): void
  block(accountId: number): void
  unblock(accountId: number): void
  setLanguage(accountId: number, languageCode: string): void
  /** Address that opens the Mini App with signed launch data. */
  launch(launch: Launch): string
}

/** A messenger with one bot, three people and a group, kept in memory. */
export type World = PeopleActions & {
  botToken: string
  botId: number
  botUsername: string
  accounts(): readonly Account[]
  account(id: number): Account | undefined
  messages(chatId: number): ChatMessage[]
  snapshot(): Snapshot
  /** Calls back after every change until the returned function is called. */
  subscribe(listener: () => void): () => void
  /** Makes the next call of this Bot API method answer with the fault. */
  failNext(method: string, fault: Fault): void
  /** The fault that awaits this method, once. */
  takeFault(method: string): Fault | undefined
  log: ChatLog
  profile: BotProfile
  updates: UpdateQueue
  callbacks: CallbackQueries
  wire: Wire
  /** Tells the subscribers that something changed. */
  changed(): void
  /** Ends everything that waits. */
  close(): void
}

export function createWorld(options: WorldOptions): World {
  const accounts = new Map<number, Account>(PEOPLE.map((person) => [person.id, { ...person }]))
  const botId = botIdOf(options.botToken)
  const profile = createBotProfile(options.botUsername)
  const core: Core = {
    options,
    accounts,
    botId,
    profile,
    log: createChatLog(options.now),
    updates: createUpdateQueue(options.now),
    callbacks: createCallbackQueries(),
    wire: createWire(
      () => ({ id: botId, username: options.botUsername, name: profile.text('name', '') }),
      (id) => accounts.get(id),
    ),
    ...createListeners(),
  }
  return {
    ...core,
    ...createPeopleActions(core),
    ...createFaults(),
    botToken: options.botToken,
    botUsername: options.botUsername,
    accounts: () => [...accounts.values()],
    account: (id) => accounts.get(id),
    messages: (chatId) => core.log.all().filter((message) => message.chatId === chatId),
    snapshot: () => snapshotOf(core),
    close: () => core.updates.close(),
  }
}

type Core = Pick<
  World,
  'botId' | 'profile' | 'log' | 'updates' | 'callbacks' | 'wire' | 'changed' | 'subscribe'
> & {
  options: WorldOptions
  accounts: Map<number, Account>
}

function botIdOf(botToken: string): number {
  const id = /^(\d+):[\w-]+$/.exec(botToken)?.[1]
  if (id === undefined) throw new Error('A bot token looks like 123456789:AAbb_cc')
  return Number(id)
}

function createListeners(): Pick<World, 'changed' | 'subscribe'> {
  const listeners = new Set<() => void>()
  return {
    changed: () => listeners.forEach((listener) => listener()),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function createFaults(): Pick<World, 'failNext' | 'takeFault'> {
  const faults = new Map<string, Fault[]>()
  return {
    failNext: (method, fault) => void faults.set(method, [...(faults.get(method) ?? []), fault]),
    takeFault: (method) => faults.get(method)?.shift(),
  }
}

function createPeopleActions(core: Core): PeopleActions {
  return {
    sendText: (post) => sendText(core, post),
    press: (press) => pressButton(core, press),
    grantWriteAccess: (accountId) => grantWriteAccess(core, accountId),
    block: (accountId) => setContact(core, accountId, 'blocked'),
    unblock: (accountId) => setContact(core, accountId, 'allowed'),
    setLanguage(accountId, languageCode) {
      mustFind(core, accountId).languageCode = languageCode
      core.changed()
    },
    launch: (launch) =>
      launchUrl(launch, {
        account: mustFind(core, launch.accountId),
        botToken: core.options.botToken,
        appUrl: core.options.appUrl,
        now: core.options.now(),
      }),
  }
}

function mustFind(core: Core, accountId: number): Account {
  const account = core.accounts.get(accountId)
  if (account === undefined) throw new Error(`No account ${accountId} in the demo world`)
  return account
}

function sendText(
  core: Core,
  post: { accountId: number; chatId: number; text: string },
): ChatMessage {
  mustFind(core, post.accountId)
  const isPrivate = post.chatId === post.accountId
  if (!isPrivate && post.chatId !== GROUP.id) throw new Error('A chat of somebody else')
  if (isPrivate) setContact(core, post.accountId, 'allowed')
  const message = core.log.add({
    chatId: post.chatId,
    senderId: post.accountId,
    ...formatPlainText(post.text),
    keyboard: [],
  })
  if (isPrivate || isForBot(core, message)) {
    core.updates.push({ message: core.wire.message(message) })
  }
  core.changed()
  return message
}

/** Privacy mode: https://core.telegram.org/bots/features#privacy-mode */
function isForBot(core: Core, message: ChatMessage): boolean {
  const mention = `@${core.options.botUsername}`.toLowerCase()
  const [first = ''] = message.text.toLowerCase().split(/\s/)
  if (message.text.toLowerCase().includes(mention)) return true
  return first.startsWith('/') && !first.includes('@')
}

function pressButton(
  core: Core,
  press: { accountId: number; chatId: number; messageId: number; data: string },
): Promise<CallbackAnswer> {
  const message = core.log.find(press.chatId, press.messageId)
  if (message === undefined) return Promise.resolve({ kind: 'unanswered' })
  const query = core.callbacks.open()
  core.updates.push({
    callback_query: {
      id: query.id,
      from: core.wire.user(mustFind(core, press.accountId)),
      message: core.wire.message(message),
      chat_instance: chatInstance(press.chatId),
      data: press.data,
    },
  })
  return query.answer
}

function grantWriteAccess(core: Core, accountId: number): void {
  const account = mustFind(core, accountId)
  if (account.contact === 'allowed') return
  setContact(core, accountId, 'allowed')
  const notice = core.log.add({
    chatId: accountId,
    senderId: null,
    text: 'You allowed this bot to message you in its app.',
    entities: [],
    keyboard: [],
  })
  core.updates.push({
    message: {
      message_id: notice.id,
      date: notice.date,
      chat: core.wire.privateChat(account),
      from: core.wire.user(account),
      write_access_allowed: { from_request: true },
    },
  })
  core.changed()
}

/** Blocking and unblocking reach the bot as `my_chat_member`. */
function setContact(core: Core, accountId: number, contact: Contact): void {
  const account = mustFind(core, accountId)
  const former = account.contact
  if (former === contact) return
  account.contact = contact
  if (former === 'blocked' || contact === 'blocked') {
    core.updates.push({
      my_chat_member: {
        chat: core.wire.privateChat(account),
        from: core.wire.user(account),
        date: Math.floor(core.options.now() / 1000),
        old_chat_member: core.wire.member(
          core.wire.bot(),
          former === 'blocked' ? 'kicked' : 'member',
        ),
        new_chat_member: core.wire.member(
          core.wire.bot(),
          contact === 'blocked' ? 'kicked' : 'member',
        ),
      },
    })
  }
  core.changed()
}

function snapshotOf(core: Core): Snapshot {
  return {
    bot: {
      id: core.botId,
      username: core.options.botUsername,
      appShortName: core.options.appShortName,
    },
    accounts: [...core.accounts.values()].map((account) =>
      Object.assign({ bot: core.profile.faceFor(account) }, account),
    ),
    group: { ...GROUP },
    messages: [...core.log.all()],
  }
}
