import { atom, computed } from 'nanostores'
import type { ReadableAtom, WritableAtom } from 'nanostores'
import type { Action, ActionResult } from '../../host-contract.ts'
import type { Launch } from '../../launch.ts'
import type { ChatMessage, InlineButton, Snapshot } from '../../snapshot.ts'
import { resolveLink } from '../../telegram-link.ts'
import type { LinkTarget } from '../../telegram-link.ts'
import { createSession } from '../mini-app/session.ts'
import type { ClientSettings, Session } from '../mini-app/session.ts'
import type { Connection } from './connection.ts'
import { createDialogs } from './dialogs.ts'
import type { Dialogs } from './dialogs.ts'
import { createJournal } from './journal.ts'
import type { Journal } from './journal.ts'

type WithoutClient<L> = L extends unknown
  ? Omit<L, 'accountId' | 'platform' | 'version' | 'theme'>
  : never
/** The way in which the Mini App was opened: enough to open it again. */
export type LaunchOrigin = WithoutClient<Launch>

export type MiniApp = { id: number; origin: LaunchOrigin; url: string; session: Session }

export type View =
  | { kind: 'chats' }
  /** `payload`: a deep link waits behind the START button. `draft`: what stands in the input. */
  | { kind: 'bot'; payload: string | null; draft: string }
  | { kind: 'group'; draft: string }

export type Person = Snapshot['accounts'][number]

/** The simulated messenger of one person at one device. */
export type Host = {
  connection: Connection
  dialogs: Dialogs
  journal: Journal
  client: ReadableAtom<ClientSettings>
  view: WritableAtom<View>
  miniApp: ReadableAtom<MiniApp | null>
  /** Address of the wallet that lies over everything; null when closed. */
  wallet: ReadableAtom<string | null>
  /** The person whose client this is; null until the world is here. */
  person: ReadableAtom<Person | null>
  switchPerson(accountId: number): void
  setClient(change: Partial<ClientSettings>): void
  setLanguage(languageCode: string): Promise<void>
  sendText(text: string): Promise<void>
  start(): Promise<void>
  setBlocked(isBlocked: boolean): Promise<void>
  pressInlineButton(message: ChatMessage, button: InlineButton): Promise<void>
  pressMenuButton(url: string): Promise<void>
  openMiniApp(origin: LaunchOrigin): Promise<void>
  closeMiniApp(): void
  followLink(url: string): Promise<void>
  closeWallet(): void
}

export function createHost(connection: Connection): Host {
  const accountId = atom<number | null>(null)
  const core: Core = {
    connection,
    accountId,
    dialogs: createDialogs(),
    journal: createJournal(),
    client: atom<ClientSettings>({
      platform: 'ios',
      version: '9.6',
      theme: 'day',
      hasInsets: true,
    }),
    view: atom<View>({ kind: 'chats' }),
    miniApp: atom<MiniApp | null>(null),
    wallet: atom<string | null>(null),
    person: computed([connection.latest, accountId], (latest, id) => {
      const people = latest?.world.accounts ?? []
      return people.find((person) => person.id === id) ?? people[0] ?? null
    }),
    storages: createStorages(),
  }
  return { ...core, ...clientActions(core), ...chatActions(core), ...appActions(core) }
}

type Core = Pick<Host, 'connection' | 'dialogs' | 'journal' | 'view' | 'person'> & {
  accountId: WritableAtom<number | null>
  client: WritableAtom<ClientSettings>
  miniApp: WritableAtom<MiniApp | null>
  wallet: WritableAtom<string | null>
  storages: Storages
}

/** The bot's storage is one per person; a device's storage is shared by all who use it. */
type Storages = {
  device: Map<string, string>
  secure: Map<string, string>
  cloudOf(accountId: number): Map<string, string>
}

function createStorages(): Storages {
  const clouds = new Map<number, Map<string, string>>()
  return {
    device: new Map(),
    secure: new Map(),
    cloudOf(accountId) {
      const cloud = clouds.get(accountId) ?? new Map<string, string>()
      clouds.set(accountId, cloud)
      return cloud
    },
  }
}

async function act(core: Core, action: Action): Promise<ActionResult | null> {
  const result = await core.connection.act(action)
  if (result === null) core.journal.toast('The demo server did not take that')
  return result
}

function clientActions(
  core: Core,
): Pick<Host, 'switchPerson' | 'setClient' | 'setLanguage' | 'setBlocked'> {
  return {
    switchPerson(accountId) {
      core.accountId.set(accountId)
      core.view.set(emptied(core.view.get()))
      core.wallet.set(null)
      void relaunch(core)
    },
    setClient(change) {
      core.client.set({ ...core.client.get(), ...change })
      const session = core.miniApp.get()?.session
      if (change.theme !== undefined) session?.themeChanged()
      if (change.hasInsets !== undefined) session?.insetsChanged()
      if (change.platform !== undefined || change.version !== undefined) void relaunch(core)
    },
    async setLanguage(languageCode) {
      const person = core.person.get()
      if (person === null) return
      await act(core, { type: 'set-language', accountId: person.id, languageCode })
      await relaunch(core)
    },
    async setBlocked(isBlocked) {
      const person = core.person.get()
      if (person === null) return
      await act(core, { type: isBlocked ? 'block-bot' : 'unblock-bot', accountId: person.id })
    },
  }
}

function emptied(view: View): View {
  switch (view.kind) {
    case 'chats':
      return view
    case 'bot':
      return { kind: 'bot', payload: null, draft: '' }
    default:
      return { kind: 'group', draft: '' }
  }
}

function chatActions(
  core: Core,
): Pick<Host, 'sendText' | 'start' | 'pressInlineButton' | 'pressMenuButton' | 'followLink'> {
  return {
    async sendText(text) {
      await send(core, chatIdOf(core), text)
    },
    async start() {
      const view = core.view.get()
      if (view.kind !== 'bot') return
      core.view.set({ ...view, payload: null })
      const payload = view.payload === null ? '' : ` ${view.payload}`
      await send(core, chatIdOf(core), `/start${payload}`)
    },
    pressInlineButton: (message, button) => pressInlineButton(core, message, button),
    async pressMenuButton(url) {
      const target = linkTarget(core, url)
      if (target.kind === 'mini-app') await follow(core, target)
      else await openMiniApp(core, { source: 'menu', url })
    },
    followLink: (url) => follow(core, linkTarget(core, url)),
  }
}

async function send(core: Core, chatId: number | null, text: string): Promise<void> {
  const person = core.person.get()
  if (person === null || chatId === null || text.trim() === '') return
  await act(core, { type: 'send-text', accountId: person.id, chatId, text })
}

/** The chat in view; null in the list of chats. */
function chatIdOf(core: Core): number | null {
  switch (core.view.get().kind) {
    case 'chats':
      return null
    case 'bot':
      return core.person.get()?.id ?? null
    default:
      return core.connection.latest.get()?.world.group.id ?? null
  }
}

async function pressInlineButton(
  core: Core,
  message: ChatMessage,
  button: InlineButton,
): Promise<void> {
  if ('url' in button) await follow(core, linkTarget(core, button.url))
  else if ('web_app' in button) {
    await openMiniApp(core, { source: 'inline-button', url: button.web_app.url })
  } else if ('callback_data' in button) await pressCallback(core, message, button.callback_data)
  else if ('switch_inline_query' in button) draft(core, button.switch_inline_query)
  else draft(core, button.switch_inline_query_current_chat)
}

async function pressCallback(core: Core, message: ChatMessage, data: string): Promise<void> {
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
  if (result.url !== null) await follow(core, linkTarget(core, result.url))
  if (result.text === null) return
  if (result.isAlert) await tell(core, result.text)
  else core.journal.toast(result.text)
}

async function tell(core: Core, message: string): Promise<void> {
  await core.dialogs.ask({
    title: '',
    message,
    buttons: [{ id: 'ok', text: 'OK', tone: 'strong' }],
  })
}

function draft(core: Core, query: string): void {
  const username = core.connection.latest.get()?.world.bot.username ?? ''
  core.view.set({ kind: 'group', draft: `@${username} ${query}` })
}

function linkTarget(core: Core, url: string): LinkTarget {
  const bot = core.connection.latest.get()?.world.bot
  return bot === undefined ? { kind: 'unknown' } : resolveLink(url, bot)
}

async function follow(core: Core, target: LinkTarget): Promise<void> {
  switch (target.kind) {
    case 'mini-app':
      await openMiniApp(core, {
        source: 'direct-link',
        chatId: chatIdOf(core),
        startParam: target.startParam,
      })
      return
    case 'bot-chat':
      core.miniApp.set(null)
      core.view.set({ kind: 'bot', payload: target.payload, draft: '' })
      return
    case 'wallet':
      openWallet(core, target.startParam)
      return
    case 'share':
      await share(core, target.text)
      return
    case 'web':
      await leave(core, target.url)
      return
    case 'unknown':
      core.journal.toast('That link leads out of the demo')
  }
}

function openWallet(core: Core, startParam: string | null): void {
  const query = startParam === null ? '' : `?startapp=${encodeURIComponent(startParam)}`
  core.wallet.set(`/wallet/${query}`)
  core.miniApp.get()?.session.visibilityChanged(false)
}

async function share(core: Core, text: string): Promise<void> {
  const group = core.connection.latest.get()?.world.group
  if (group === undefined) return
  const answer = await core.dialogs.ask({
    title: `Send to ${group.title}?`,
    message: text,
    buttons: [
      { id: 'cancel', text: 'Cancel', tone: 'plain' },
      { id: 'send', text: 'Send', tone: 'strong' },
    ],
  })
  if (answer !== 'send') return
  await send(core, group.id, text)
  core.journal.toast(`Sent to ${group.title}`)
}

async function leave(core: Core, url: string): Promise<void> {
  const answer = await core.dialogs.ask({
    title: 'Open link?',
    message: url,
    buttons: [
      { id: 'cancel', text: 'Cancel', tone: 'plain' },
      { id: 'open', text: 'Open', tone: 'strong' },
    ],
  })
  if (answer === 'open') openOutside(url)
}

function openOutside(url: string): void {
  window.open(url, '_blank', 'noopener,noreferrer')
}

function appActions(core: Core): Pick<Host, 'openMiniApp' | 'closeMiniApp' | 'closeWallet'> {
  return {
    openMiniApp: (origin) => openMiniApp(core, origin),
    closeMiniApp: () => core.miniApp.set(null),
    closeWallet() {
      core.wallet.set(null)
      core.miniApp.get()?.session.visibilityChanged(true)
    },
  }
}

async function relaunch(core: Core): Promise<void> {
  const open = core.miniApp.get()
  if (open !== null) await openMiniApp(core, open.origin)
}

async function openMiniApp(core: Core, origin: LaunchOrigin): Promise<void> {
  const person = core.person.get()
  if (person === null) return
  const result = await act(core, {
    type: 'launch',
    launch: { ...ownChat(origin, person), ...core.client.get(), accountId: person.id },
  })
  if (result?.kind !== 'launched') return
  core.dialogs.answer(null)
  core.miniApp.set({
    id: (core.miniApp.get()?.id ?? 0) + 1,
    origin,
    url: result.url,
    session: createSession(sessionPorts(core, person.id)),
  })
}

/** A private chat is the person's own, whoever opened the app there first. */
function ownChat(origin: LaunchOrigin, person: Person): LaunchOrigin {
  if (origin.source !== 'direct-link' || origin.chatId === null) return origin
  return origin.chatId > 0 ? { ...origin, chatId: person.id } : origin
}

function sessionPorts(core: Core, accountId: number): Parameters<typeof createSession>[0] {
  return {
    client: () => core.client.get(),
    ask: (dialog) => core.dialogs.ask(dialog),
    toast: (text) => core.journal.toast(text),
    note: (entry) => core.journal.note(entry),
    openLink: openOutside,
    openTelegramLink: (url) => void follow(core, linkTarget(core, url)),
    mayBotWrite: () => core.person.get()?.contact === 'allowed',
    async grantWriteAccess() {
      await act(core, { type: 'grant-write-access', accountId })
    },
    storage: {
      device: core.storages.device,
      secure: core.storages.secure,
      cloud: core.storages.cloudOf(accountId),
    },
    draft: (query) => draft(core, query),
    close: () => core.miniApp.set(null),
  }
}
