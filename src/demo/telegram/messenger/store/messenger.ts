import { atom, computed } from 'nanostores'
import type { ClientSettings } from '../mini-app/session-context.ts'
import type { Connection } from './connection.ts'
import { createDialogs, createDialogQueue, ALL_KINDS } from '../mini-app/dialogs.ts'
import { followLink } from './follow-link.ts'
import { minimizeMiniApp, restoreMiniApp, openAppLink } from './front.ts'
import {
  type MessengerCore,
  type InlineAnswer,
  type LaunchOrigin,
  type MiniApp,
  type OpenWallet,
  type View,
  act,
  findChatId,
  createStorages,
  sendText,
} from './messenger-core.ts'
import { inlineActions, type InlineActions, inlineText } from './inline-mode.ts'
import { createJournal } from './journal.ts'
import { followMigration, navigation, type Navigation, showTo } from './navigation.ts'
import { openMiniApp, openShownJoins, relaunch } from './open-mini-app.ts'
import type { WorldChat, ChatMessage, InlineButton } from '../../snapshot.ts'
import { forward, switchInline } from './sharing.ts'

/** The simulated messenger of one person at one device. */
export type Messenger = Omit<MessengerCore, 'accountId' | 'storages'> &
  ClientActions &
  ChatActions &
  InlineActions &
  GroupActions &
  Navigation & {
    openMiniApp(origin: LaunchOrigin): Promise<void>
    minimizeMiniApp(): void
    restoreMiniApp(): void
    /** A link from outside Telegram. */
    openLink(url: string): Promise<void>
    /** A page in the phone has opened a link that may belong to an app. */
    openAppLink(link: string): void
    closeWallet(): void
  }

export function createMessenger(connection: Connection): Messenger {
  const core = createCore(connection)
  connection.latest.listen((event) => event !== null && followMigration(core, event))
  openShownJoins(core)
  return {
    ...core,
    ...clientActions(core),
    ...chatActions(core),
    ...inlineActions(core),
    ...groupActions(core),
    ...navigation(core),
    openMiniApp: (origin) => openMiniApp(core, origin),
    minimizeMiniApp: () => minimizeMiniApp(core),
    restoreMiniApp: () => restoreMiniApp(core),
    openLink: (url) => followLink(core, url, null),
    openAppLink: (link) => void openAppLink(core, link),
    closeWallet() {
      const session = core.miniApp.get()?.session
      if (core.wallet.get()?.place === 'app') session?.frontChanged(true)
      else session?.visibilityChanged(true)
      core.wallet.set(null)
    },
  }
}

function createCore(connection: Connection): MessengerCore {
  const accountId = atom<number | null>(null)
  const core: MessengerCore = {
    connection,
    accountId,
    dialogs: createDialogs(),
    picker: createDialogQueue(),
    journal: createJournal(),
    storages: createStorages(),
    client: atom<ClientSettings>({
      platform: 'ios',
      version: '9.6',
      theme: 'day',
      hasInsets: true,
      homeScreen: 'missed',
      opensFullscreen: false,
      hasShell: false,
      secondLink: 'reopens',
      losesStartParam: false,
    }),
    view: atom<View>({ kind: 'bot', payload: null, cameFrom: null }),
    input: atom(''),
    inline: atom<InlineAnswer | null>(null),
    miniApp: atom<MiniApp | null>(null),
    behind: atom<readonly MiniApp[]>([]),
    wallet: atom<OpenWallet | null>(null),
    person: computed([connection.latest, accountId], (latest, id) => {
      const people = latest?.world.accounts ?? []
      return people.find((person) => person.id === id) ?? people[0] ?? null
    }),
    followLink: (url) => followLink(core, url),
  }
  return core
}

type ClientActions = {
  switchPerson(accountId: number): void
  setClient(change: Partial<ClientSettings>): void
  setLanguage(languageCode: string): Promise<void>
  setBlocked(isBlocked: boolean): Promise<void>
}

/** Who holds the phone, and which client runs on it. What the Mini App learns at launch relaunches it. */
function clientActions(core: MessengerCore): ClientActions {
  return {
    switchPerson(accountId) {
      core.accountId.set(accountId)
      core.picker.answer(null)
      showTo(core, core.person.get())
      core.wallet.set(null)
      core.behind.set([])
      void relaunch(core)
    },
    setClient(change) {
      core.client.set({ ...core.client.get(), ...change })
      const session = core.miniApp.get()?.session
      if (change.theme !== undefined) session?.themeChanged()
      if (change.hasInsets !== undefined) session?.insetsChanged()
      if (isReportedAtLaunch(change)) void relaunch(core)
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

/** Whether the Mini App learns of it by being opened anew. */
function isReportedAtLaunch({ platform, version }: Partial<ClientSettings>): boolean {
  return platform !== undefined || version !== undefined
}

type GroupActions = {
  /** What the bot is in the group in view. */
  setBotRole(role: WorldChat['bot']): Promise<void>
  /** The group in view becomes a supergroup. */
  migrate(): Promise<void>
  /** Whether the bot is asked who joins the group in view, and may let people in. */
  setGuard(guard: { isGuarded: boolean; canInviteUsers: boolean }): Promise<void>
  decideJoin(personId: number, isAdmitted: boolean): Promise<void>
  askToJoin(chatId: number): Promise<void>
}

/** What members do with the group in view. */
function groupActions(core: MessengerCore): GroupActions {
  return {
    setBotRole: (role) => actInGroup(core, (place) => ({ type: 'set-bot-role', ...place, role })),
    migrate: () => actInGroup(core, (place) => ({ type: 'migrate', ...place })),
    setGuard: (guard) => actInGroup(core, (place) => ({ type: 'set-guard', ...place, ...guard })),
    decideJoin: (personId, isAdmitted) =>
      actInGroup(core, (place) => ({ type: 'decide-join', ...place, personId, isAdmitted })),
    async askToJoin(chatId) {
      const accountId = core.person.get()?.id
      if (accountId !== undefined) await act(core, { type: 'ask-to-join', accountId, chatId })
    },
  }
}

async function actInGroup(
  core: MessengerCore,
  actionIn: (place: { accountId: number; chatId: number }) => Parameters<typeof act>[1],
): Promise<void> {
  const accountId = core.person.get()?.id
  const chatId = findChatId(core)
  if (accountId !== undefined && chatId !== null) await act(core, actionIn({ accountId, chatId }))
}

type ChatActions = {
  sendText(text: string): Promise<void>
  start(): Promise<void>
  pressInlineButton(message: ChatMessage, button: InlineButton): Promise<void>
  pressMenuButton(url: string): Promise<void>
  forward(message: ChatMessage): Promise<void>
}

/** What a person does in the chat in view. */
function chatActions(core: MessengerCore): ChatActions {
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
  core: MessengerCore,
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

async function pressCallback(
  core: MessengerCore,
  message: ChatMessage,
  data: string,
): Promise<void> {
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

async function report(core: MessengerCore, message: string): Promise<void> {
  await core.dialogs.ask({
    title: '',
    message,
    buttons: [{ id: 'ok', text: 'OK', tone: 'strong' }],
  })
}
