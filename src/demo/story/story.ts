import type { HostEvent } from '#shared/api/host/host-event.ts'
import type { TelegramWorld } from '#demo/telegram/world.ts'
import {
  OWNER_LIST_PATH,
  type ReceivedEvent,
  STORY_STEPS,
  type StepName,
  type StoryState,
  type WalletMoment,
} from '#demo/telegram/story-contract.ts'
import { COUNCIL } from '#demo/telegram/people.ts'
import type { DemoLaunch } from '#demo/telegram/launch.ts'
import type { ChatMessage } from '#demo/telegram/snapshot.ts'

/** What the visitor has done in the demo world, and which events the operator’s code has received. */
export type Story = {
  read(): StoryState
  /** The operator's code has received an event with a valid signature. */
  receive(event: HostEvent): void
  /** Bridge or relay has passed something on. */
  noteWallet(moment: WalletMoment): void
}

type StoryOptions = {
  world: TelegramWorld
  /** Addresses of the owners of the demo's multisigs, as events name them. */
  ownerAddresses: ReadonlySet<string>
  /** Unix time, ms. */
  now: () => number
}

/** The events that the page still shows. */
const RECEIVED_MAX = 20
/** An answer before that has not caused the event. */
const ANSWER_MAX_AGE_MS = 30_000
const CAUSED_BY_ANSWERS: ReadonlySet<HostEvent['type']> = new Set([
  'wallet.linked',
  'wallet.moved',
  'multisig.completed',
])

/** Steps stay done, although the world forgets what showed them. */
export function createStory({ world, ownerAddresses, now }: StoryOptions): Story {
  const done = new Set<StepName>()
  const state = { received: [] as ReceivedEvent[], isWalletAsked: false, answeredAt: -Infinity }

  function readFacts(): StoryFacts {
    const { messages, chats, accounts, bot } = world.snapshot()
    const council = chats.find(({ id }) => id === COUNCIL.id)
    return {
      messages,
      botId: bot.id,
      privateChats: new Set(accounts.map(({ id }) => id)),
      groups: new Set(chats.filter(({ kind }) => kind !== 'direct').map(({ id }) => id)),
      councilSize: council?.members.length ?? 0,
      launches: world.launches,
      events: state.received.map(({ event }) => event),
      isWalletAsked: state.isWalletAsked,
      ownerAddresses,
    }
  }

  return {
    read() {
      const facts = readFacts()
      for (const step of Object.values(STORY_STEPS).flat()) {
        if (!done.has(step) && hasHappened[step](facts)) done.add(step)
      }
      return { done: [...done], received: state.received }
    },
    receive(event) {
      if (state.received.some((former) => former.event.id === event.id)) return
      const sinceMs = now() - state.answeredAt
      const isCaused = CAUSED_BY_ANSWERS.has(event.type) && sinceMs <= ANSWER_MAX_AGE_MS
      const sinceAnswerMs = isCaused ? sinceMs : null
      state.received = [{ event, sinceAnswerMs }, ...state.received].slice(0, RECEIVED_MAX)
      world.changed()
    },
    noteWallet(moment) {
      if (moment === 'answered') state.answeredAt = now()
      if (moment === 'answered' || state.isWalletAsked) return
      state.isWalletAsked = true
      world.changed()
    },
  }
}

/** What steps are recognized by. */
type StoryFacts = {
  messages: readonly ChatMessage[]
  botId: number
  /** The chats with the bot. */
  privateChats: ReadonlySet<number>
  groups: ReadonlySet<number>
  /** How many people are in the group that people must ask to join. */
  councilSize: number
  launches: readonly DemoLaunch[]
  /** What the operator’s code has received. */
  events: readonly HostEvent[]
  isWalletAsked: boolean
  /** Addresses of the owners of the demo's multisigs. */
  ownerAddresses: ReadonlySet<string>
}

type LinkedEvent = Extract<HostEvent, { type: 'wallet.linked' }>

/** Whether a step has happened. A page's own clicks count for none. */
const hasHappened: Record<StepName, (facts: StoryFacts) => boolean> = {
  start: ({ messages, botId, privateChats }) =>
    messages.some(({ senderId, chatId }) => senderId === botId && privateChats.has(chatId)),
  choose: ({ isWalletAsked }) => isWalletAsked,
  approve: (facts) => getLinked(facts).length > 0,
  known: (facts) => getLinked(facts).some((linked) => isNamedByBot(facts, linked)),
  'link-owner': (facts) => findOwner(facts) !== undefined,
  collect: (facts) =>
    facts.messages.some((message) => isShared(facts, message, COSIGNING)) ||
    hasHappened['open-cosigning'](facts),
  'open-cosigning': (facts) => {
    const owner = findOwner(facts)
    return facts.launches.some(
      (launch) => opens(launch, 'm1_') && String(launch.accountId) !== owner?.data.user.telegramId,
    )
  },
  complete: ({ events }) => events.some(({ type }) => type === 'multisig.completed'),
  'send-card': (facts) => facts.messages.some((message) => isShared(facts, message, CARD)),
  'open-card': ({ launches }) => launches.some((launch) => opens(launch, 'c1_')),
  'ask-group': (facts) => findPosts(facts).length > 0,
  answer: ({ events }) => events.some(({ type }) => type === 'request.answered'),
  count: (facts) => findPosts(facts).some(({ editDate }) => editDate !== null),
  export: ({ messages, botId }) =>
    messages.some(({ senderId, file }) => senderId === botId && file?.name.endsWith('.csv')),
  'owner-list': ({ launches }) =>
    launches.some((launch) => 'url' in launch && new URL(launch.url).pathname === OWNER_LIST_PATH),
  'open-door': ({ launches }) => launches.some((launch) => opens(launch, 'd1_')),
  'ask-to-join': (facts) => getAskers(facts).size > 0,
  'walk-in': ({ councilSize }) => councilSize > 1,
  stranger: (facts) => facts.councilSize > 1 && getAskers(facts).size > 1,
}

/** To whom the group's guard has shown the app. */
function getAskers({ launches }: StoryFacts): Set<number> {
  const asked = launches.filter(({ source }) => source === 'join-request')
  return new Set(asked.map(({ accountId }) => accountId))
}

const COSIGNING = /\bm1_[\w-]{22}/
const CARD = /\bc1_[\w-]{22}/
const REQUEST = /\br1_[\w-]{22}/

function getLinked({ events }: StoryFacts): LinkedEvent[] {
  return events.filter((event) => event.type === 'wallet.linked')
}

function findOwner(facts: StoryFacts): LinkedEvent | undefined {
  return getLinked(facts).find(({ data }) => facts.ownerAddresses.has(data.wallet.address))
}

/** The bot writes an address by its first and last characters. */
function isNamedByBot({ messages, botId }: StoryFacts, { data }: LinkedEvent): boolean {
  const end = data.wallet.displayAddress.slice(-4)
  return messages.some(
    ({ chatId, senderId, text }) =>
      senderId === botId && String(chatId) === data.user.telegramId && text.includes(`…${end}`),
  )
}

/** Requests that stand in a group. */
function findPosts({ messages, groups }: StoryFacts): ChatMessage[] {
  return messages.filter((message) => groups.has(message.chatId) && carries(message, REQUEST))
}

/** Whether a chat between people has the link. */
function isShared({ privateChats }: StoryFacts, message: ChatMessage, code: RegExp): boolean {
  return !privateChats.has(message.chatId) && carries(message, code)
}

function carries({ text, entities, keyboard }: ChatMessage, code: RegExp): boolean {
  return code.test(JSON.stringify([text, entities, keyboard]))
}

function opens(launch: DemoLaunch, kind: string): boolean {
  return launch.source === 'direct-link' && (launch.startParam?.startsWith(kind) ?? false)
}
