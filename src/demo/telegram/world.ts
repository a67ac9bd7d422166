import { createBotProfile } from './bot-profile.ts'
import { createCallLog, type CallLog } from './call-log.ts'
import { createCallbackQueries, type CallbackAnswer } from './callback-queries.ts'
import { createChatLog } from './chat-log.ts'
import { createChats, toWorldChat } from './chats.ts'
import { grantWriteAccess, setContact } from './contact.ts'
import { createFaults, type Faults } from './faults.ts'
import { forward, type Forwarding } from './forward.ts'
import { askInline, chooseInline, previewPrepared, sendPrepared } from './inline-actions.ts'
import { createInlineMessages, createInlineQueries } from './inline-queries.ts'
import { launchUrl, chatInstance, createTelegramSigner } from './launch-url.ts'
import {
  askToJoin,
  decideJoin,
  findShownJoin,
  type GuardChange,
  type JoinAsked,
  type JoinVerdict,
  queueJoin,
  queueUnguarded,
  setGuard,
} from './join.ts'
import type { DemoLaunch } from './launch.ts'
import { migrate, setTitle, type Migration, type TitleChange } from './migrate.ts'
import { PEOPLE } from './people.ts'
import { createPreparedMessages } from './prepared-messages.ts'
import { setBotRole, setRole, type BotRoleChange, type RoleChange } from './set-role.ts'
import type { TelegramAccount, ChatMessage, WorldJoin, WorldSnapshot } from './snapshot.ts'
import { createUpdateQueue } from './update-queue.ts'
import { createWire } from './wire.ts'
import {
  mustFindAccount,
  type WorldCore,
  type WorldOptions,
  mustBeIn,
  type ChatTarget,
} from './world-core.ts'
import { formatPlainText } from './formatted-text.ts'
import { notifyBot } from './notify-bot.ts'

/** A function of the world without its first argument. */
type Verb<F> = F extends (core: WorldCore, action: infer A) => infer R ? (action: A) => R : never

/** What people do in their clients. Each throws for what a client would not let them do. */
type PeopleActions = {
  /** A message from a person; in a group the bot sees only what privacy mode lets through. */
  sendText(post: PostedText): ChatMessage
  press(press: PressedButton): Promise<CallbackAnswer>
  grantWriteAccess(accountId: number): void
  block(accountId: number): void
  unblock(accountId: number): void
  setLanguage(accountId: number, languageCode: string): void
  /** Address that opens the Mini App with signed init data. */
  launch(launch: DemoLaunch): string
  askInline: Verb<typeof askInline>
  chooseInline: Verb<typeof chooseInline>
  previewPrepared: Verb<typeof previewPrepared>
  sendPrepared: Verb<typeof sendPrepared>
  forward(forwarding: Forwarding): ChatMessage
  setBotRole(change: BotRoleChange): void
  setRole(change: RoleChange): void
  setTitle(change: TitleChange): void
  askToJoin(asked: JoinAsked): void
  decideJoin(decision: JoinVerdict): void
  queueJoin(join: WorldJoin): void
  setGuard(change: GuardChange): void
  /** The id of the supergroup. */
  migrate(migration: Migration): number
}

/** A messenger with one bot, three people and their chats, kept in memory. */
export type TelegramWorld = Omit<WorldCore, 'accounts'> &
  PeopleActions &
  Faults & {
    botToken: string
    botUsername: string
    accounts(): readonly TelegramAccount[]
    account(id: number): TelegramAccount | undefined
    messages(chatId: number): ChatMessage[]
    snapshot(): WorldSnapshot
    /** What the bot has called. */
    calls: CallLog
    /** Ends everything that waits. */
    close(): void
  }

export function createWorld(options: WorldOptions): TelegramWorld {
  const core = createCore(options)
  return {
    ...core,
    ...createPeopleActions(core),
    ...createFaults(options.now),
    botToken: options.botToken,
    botUsername: options.botUsername,
    accounts: () => [...core.accounts.values()],
    account: (id) => core.accounts.get(id),
    messages: (chatId) => core.log.all().filter((message) => message.chatId === chatId),
    snapshot: () => getSnapshot(core),
    calls: createCallLog(options.now),
    close: () => core.updates.close(),
  }
}

function createCore(options: WorldOptions): WorldCore {
  const { now } = options
  const accounts = new Map<number, TelegramAccount>(
    [...PEOPLE, ...(options.others ?? [])].map((person) => [person.id, { ...person }]),
  )
  const botId = getBotId(options.botToken)
  const profile = createBotProfile(options.botUsername)
  const chats = createChats()
  return {
    options,
    accounts,
    botId,
    signer: createTelegramSigner(),
    chats,
    profile,
    log: createChatLog(now),
    updates: createUpdateQueue(now),
    callbacks: createCallbackQueries(),
    inlineQueries: createInlineQueries(now),
    inlineMessages: createInlineMessages(),
    prepared: createPreparedMessages(now),
    joins: [],
    launches: [],
    wire: createWire({
      bot: () => ({ id: botId, username: options.botUsername, name: profile.text('name', '') }),
      account: (id) => accounts.get(id),
      chats,
    }),
    ...createListeners(),
  }
}

function getBotId(botToken: string): number {
  const id = /^(\d+):[\w-]+$/.exec(botToken)?.[1]
  if (id === undefined) throw new Error('A bot token looks like 123456789:AAbb_cc')
  return Number(id)
}

function createListeners(): Pick<TelegramWorld, 'changed' | 'subscribe'> {
  const listeners = new Set<() => void>()
  return {
    changed: () => listeners.forEach((listener) => listener()),
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

function createPeopleActions(core: WorldCore): PeopleActions {
  return {
    sendText: (post) => sendText(core, post),
    press: (press) => pressButton(core, press),
    grantWriteAccess: (accountId) => grantWriteAccess(core, accountId),
    block: (accountId) => setContact(core, accountId, 'blocked'),
    unblock: (accountId) => setContact(core, accountId, 'allowed'),
    setLanguage(accountId, languageCode) {
      mustFindAccount(core, accountId).languageCode = languageCode
      core.changed()
    },
    launch: (launch) => launchIn(core, launch),
    askInline: (asked) => askInline(core, asked),
    chooseInline: (choice) => chooseInline(core, choice),
    previewPrepared: (ref) => previewPrepared(core, ref),
    sendPrepared: (sending) => sendPrepared(core, sending),
    forward: (forwarding) => forward(core, forwarding),
    setBotRole(change) {
      setBotRole(core, change)
      queueUnguarded(core, change.chatId)
    },
    setRole: (change) => setRole(core, change),
    setTitle: (change) => setTitle(core, change),
    askToJoin: (asked) => askToJoin(core, asked),
    decideJoin: (decision) => decideJoin(core, decision),
    queueJoin: (join) => queueJoin(core, join),
    setGuard: (change) => setGuard(core, change),
    migrate: (migration) => migrate(core, migration),
  }
}

function launchIn(core: WorldCore, launch: DemoLaunch): string {
  const url = launchUrl(launch, {
    account: mustFindAccount(core, launch.accountId),
    botToken: core.options.botToken,
    botId: core.botId,
    signer: core.signer,
    appUrl: core.options.appUrl,
    join: launch.source === 'join-request' ? findShownJoin(core, launch) : null,
    getKind: (chatId) => core.chats.find(chatId)?.kind ?? 'direct',
    now: core.options.now(),
  })
  core.launches.push(launch)
  core.changed()
  return url
}

function getSnapshot(core: WorldCore): WorldSnapshot {
  const { botUsername, appShortName, inlineMode, inlinePlaceholder = 'Search…' } = core.options
  return {
    bot: {
      id: core.botId,
      username: botUsername,
      appShortName,
      inlinePlaceholder: inlineMode === 'off' ? '' : inlinePlaceholder,
    },
    accounts: [...core.accounts.values()].map((account) =>
      Object.assign({ bot: core.profile.faceFor(account) }, account),
    ),
    chats: core.chats.all().map(toWorldChat),
    messages: [...core.log.all()],
    joins: [...core.joins],
  }
}

type PostedText = ChatTarget & {
  text: string
  /** Id of a message of the same chat. @default none */
  replyTo?: number
}

/** A message from a person. */
function sendText(core: WorldCore, post: PostedText): ChatMessage {
  mustBeIn(core, post)
  const { accountId, chatId, threadId = null } = post
  const repliedTo = post.replyTo === undefined ? undefined : core.log.find(chatId, post.replyTo)
  if (chatId === accountId) setContact(core, accountId, 'allowed')
  const message = core.log.add({
    chatId,
    threadId,
    senderId: accountId,
    ...formatPlainText(post.text),
    keyboard: [],
  })
  notifyBot(core, message, repliedTo)
  core.changed()
  return message
}

type PressedButton = { accountId: number; chatId: number; messageId: number; data: string }

/** Presses a callback button; settles when the bot answers, at the latest after 10 s. */
function pressButton(core: WorldCore, press: PressedButton): Promise<CallbackAnswer> {
  const message = core.log.find(press.chatId, press.messageId)
  if (message === undefined) return Promise.resolve({ kind: 'unanswered' })
  const query = core.callbacks.open()
  core.updates.push({
    callback_query: {
      id: query.id,
      from: core.wire.user(mustFindAccount(core, press.accountId)),
      ...getPlace(core, message),
      chat_instance: chatInstance(press.chatId),
      data: press.data,
    },
  })
  return query.answer
}

/** Of a message that a person sent through it, the bot learns only an id. */
function getPlace(core: WorldCore, message: ChatMessage) {
  const inlineMessageId = core.inlineMessages.findId(message)
  return inlineMessageId === undefined
    ? { message: core.wire.message(message) }
    : { inline_message_id: inlineMessageId }
}
