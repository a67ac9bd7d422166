import { createBotProfile } from './bot-profile.ts'
import { createCallLog } from './call-log.ts'
import type { CallLog } from './call-log.ts'
import { createCallbackQueries } from './callback-queries.ts'
import type { CallbackAnswer } from './callback-queries.ts'
import { createChatLog } from './chat-log.ts'
import { createChats, toWorldChat } from './chats.ts'
import { grantWriteAccess, setContact } from './contact.ts'
import { createFaults } from './faults.ts'
import type { Faults } from './faults.ts'
import { forward } from './forward.ts'
import type { Forwarding } from './forward.ts'
import { askInline, chooseInline, previewPrepared, sendPrepared } from './inline-actions.ts'
import { createInlineMessages } from './inline-messages.ts'
import { createInlineQueries } from './inline-queries.ts'
import { launchUrl } from './launch-url.ts'
import type { DemoLaunch } from './launch.ts'
import { migrate, setTitle } from './migrate.ts'
import type { Migration, TitleChange } from './migrate.ts'
import { PEOPLE } from './people.ts'
import { createPreparedMessages } from './prepared-messages.ts'
import { pressButton } from './press-button.ts'
import type { PressedButton } from './press-button.ts'
import { sendText } from './send-text.ts'
import type { PostedText } from './send-text.ts'
import { setBotRole, setRole } from './set-role.ts'
import type { BotRoleChange, RoleChange } from './set-role.ts'
import type { TelegramAccount, ChatMessage, WorldSnapshot } from './snapshot.ts'
import { createUpdateQueue } from './update-queue.ts'
import { createWire } from './wire.ts'
import { mustFindAccount } from './world-core.ts'
import type { WorldCore, WorldOptions } from './world-core.ts'

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
    ...createFaults(),
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
    PEOPLE.map((person) => [person.id, { ...person }]),
  )
  const botId = getBotId(options.botToken)
  const profile = createBotProfile(options.botUsername)
  const chats = createChats()
  return {
    options,
    accounts,
    botId,
    chats,
    profile,
    log: createChatLog(now),
    updates: createUpdateQueue(now),
    callbacks: createCallbackQueries(),
    inlineQueries: createInlineQueries(now),
    inlineMessages: createInlineMessages(),
    prepared: createPreparedMessages(now),
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
    setBotRole: (change) => setBotRole(core, change),
    setRole: (change) => setRole(core, change),
    setTitle: (change) => setTitle(core, change),
    migrate: (migration) => migrate(core, migration),
  }
}

function launchIn(core: WorldCore, launch: DemoLaunch): string {
  return launchUrl(launch, {
    account: mustFindAccount(core, launch.accountId),
    botToken: core.options.botToken,
    appUrl: core.options.appUrl,
    getKind: (chatId) => core.chats.find(chatId)?.kind ?? 'direct',
    now: core.options.now(),
  })
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
  }
}
