import type { ReadableAtom, WritableAtom } from 'nanostores'
import type { Action, ActionResult } from '../../host-contract.ts'
import type { Launch } from '../../launch.ts'
import type { Snapshot } from '../../snapshot.ts'
import type { ClientSettings, Session } from '../mini-app/session.ts'
import type { Connection } from './connection.ts'
import type { Dialogs } from './dialogs.ts'
import type { Journal } from './journal.ts'
import type { Storages } from './storages.ts'

type WithoutClient<L> = L extends unknown
  ? Omit<L, 'accountId' | 'platform' | 'version' | 'theme' | 'isFullscreen'>
  : never
/** The way in which the Mini App was opened: enough to open it again. */
export type LaunchOrigin = WithoutClient<Launch>

export type MiniApp = { id: number; origin: LaunchOrigin; url: string; session: Session }

export type View =
  | { kind: 'chats' }
  /** `payload`: a deep link waits behind the START button. `draft`: what stands in the input. */
  | { kind: 'bot'; payload: string | null; draft: string }
  | { kind: 'group'; draft: string }

export type OpenWallet = {
  /** Path of its page. */
  url: string
  /** `app`: another app of the phone, behind which Telegram is hidden as a whole. */
  place: 'telegram' | 'app'
  /** What it stands for. */
  name: string
}

export type Person = Snapshot['accounts'][number]

/** The state of the simulated messenger, shared by its actions. */
export type HostCore = {
  connection: Connection
  dialogs: Dialogs
  journal: Journal
  storages: Storages
  view: WritableAtom<View>
  client: WritableAtom<ClientSettings>
  miniApp: WritableAtom<MiniApp | null>
  /** The wallet that lies over everything; null when closed. */
  wallet: WritableAtom<OpenWallet | null>
  /** The person chosen in the panel; null for the first. */
  accountId: WritableAtom<number | null>
  /** The person whose client this is; null until the world is here. */
  person: ReadableAtom<Person | null>
  followLink(url: string): Promise<void>
}

/** Null, and a toast, when the server did not take the action. */
export async function act(core: HostCore, action: Action): Promise<ActionResult | null> {
  const result = await core.connection.act(action)
  if (result === null) core.journal.toast('The demo server did not take that')
  return result
}

export async function sendText(core: HostCore, chatId: number | null, text: string): Promise<void> {
  const person = core.person.get()
  if (person === null || chatId === null || text.trim() === '') return
  await act(core, { type: 'send-text', accountId: person.id, chatId, text })
}

/** The chat in view; null in the list of chats. */
export function chatIdOf(core: HostCore): number | null {
  switch (core.view.get().kind) {
    case 'chats':
      return null
    case 'bot':
      return core.person.get()?.id ?? null
    default:
      return core.connection.latest.get()?.world.group.id ?? null
  }
}

/** Puts a query to the bot into the message input of the group. */
export function draftQuery(core: HostCore, query: string): void {
  const username = core.connection.latest.get()?.world.bot.username ?? ''
  core.view.set({ kind: 'group', draft: `@${username} ${query}` })
}
