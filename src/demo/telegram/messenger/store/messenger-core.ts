import type { ReadableAtom, WritableAtom } from 'nanostores'
import type { MessengerAction, ActionResult } from '../../messenger-contract.ts'
import type { DemoLaunch } from '../../launch.ts'
import type { WorldSnapshot } from '../../snapshot.ts'
import type { MiniAppSession } from '../mini-app/session.ts'
import type { ClientSettings } from '../mini-app/session-context.ts'
import type { ChatPicker, Dialogs } from '../mini-app/dialogs.ts'
import type { Connection } from './connection.ts'
import type { Journal } from './journal.ts'

type WithoutClient<L> = L extends unknown
  ? Omit<L, 'accountId' | 'platform' | 'version' | 'theme' | 'isFullscreen'>
  : never
/** The way in which the Mini App was opened: enough to open it again. */
export type LaunchOrigin = WithoutClient<DemoLaunch>

export type MiniApp = {
  id: number
  origin: LaunchOrigin
  url: string
  session: MiniAppSession
  /** Whether it waits in a bar under the chats. */
  isMinimized: boolean
}

/** A chat of people, in a forum one topic of it. */
export type ChatPlace = {
  kind: 'chat'
  chatId: number
  /** Null in the general topic, and where there are none. */
  threadId: number | null
}

export type View =
  | { kind: 'chats' }
  /**
   * `payload`: a deep link waits behind the START button. `cameFrom`: the chat from which inline mode
   * has sent the person here, and to which a query leads back.
   */
  | { kind: 'bot'; payload: string | null; cameFrom: ChatPlace | null }
  | ChatPlace

/** What the bot offers for the query in the input. */
export type InlineAnswer = Extract<ActionResult, { kind: 'inline-results' }>

export type OpenWallet = {
  /** Path of its page. */
  url: string
  /** `app`: another app of the phone, behind which Telegram is hidden as a whole. */
  place: 'telegram' | 'app'
  /** What it stands for. */
  name: string
}

export type MessengerPerson = WorldSnapshot['accounts'][number]

/** The state of the simulated messenger, shared by its actions. */
export type MessengerCore = {
  connection: Connection
  dialogs: Dialogs
  picker: ChatPicker
  journal: Journal
  storages: Storages
  view: WritableAtom<View>
  /** What stands in the message input of the chat in view. */
  input: WritableAtom<string>
  /** Null while the input holds no query that the bot has answered. */
  inline: WritableAtom<InlineAnswer | null>
  client: WritableAtom<ClientSettings>
  miniApp: WritableAtom<MiniApp | null>
  /** Instances of the Mini App that live on behind it, the latest last. */
  behind: WritableAtom<readonly MiniApp[]>
  /** The wallet that lies over everything; null when closed. */
  wallet: WritableAtom<OpenWallet | null>
  /** The person chosen in the panel; null for the first. */
  accountId: WritableAtom<number | null>
  /** The person whose client this is; null until the world is here. */
  person: ReadableAtom<MessengerPerson | null>
  followLink(url: string): Promise<void>
}

/** Null, and a toast, when the server did not take the action. */
export async function act(
  core: MessengerCore,
  action: MessengerAction,
): Promise<ActionResult | null> {
  const result = await core.connection.act(action)
  if (result === null) core.journal.toast('The demo server did not take that')
  if (result?.kind === 'refused') core.journal.toast(`Telegram refused: ${result.error}`)
  return result
}

/** Sends a text into the chat in view. */
export async function sendText(core: MessengerCore, text: string): Promise<void> {
  const person = core.person.get()
  const chatId = findChatId(core)
  if (person === null || chatId === null || text.trim() === '') return
  const threadId = findThreadId(core)
  await act(core, { type: 'send-text', accountId: person.id, chatId, threadId, text })
}

/** The chat in view; null in the list of chats. */
export function findChatId(core: MessengerCore): number | null {
  const view = core.view.get()
  switch (view.kind) {
    case 'chats':
      return null
    case 'bot':
      return core.person.get()?.id ?? null
    default:
      return view.chatId
  }
}

/** The topic in view. */
export function findThreadId(core: MessengerCore): number | null {
  const view = core.view.get()
  return view.kind === 'chat' ? view.threadId : null
}

/** The bot's storage is one per person; a device's storage is shared by all who use it. */
type Storages = {
  device: Map<string, string>
  secure: Map<string, string>
  getCloud(accountId: number): Map<string, string>
}

export function createStorages(): Storages {
  const clouds = new Map<number, Map<string, string>>()
  return {
    device: new Map(),
    secure: new Map(),
    getCloud(accountId) {
      const cloud = clouds.get(accountId) ?? new Map<string, string>()
      clouds.set(accountId, cloud)
      return cloud
    },
  }
}
