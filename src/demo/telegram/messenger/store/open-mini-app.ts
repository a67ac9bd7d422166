import { isAtLeast } from '../../theme-params.ts'
import type { ChatType, SessionPorts } from '../mini-app/session-context.ts'
import { FULLSCREEN_SINCE } from '../mini-app/session-state.ts'
import { createSession } from '../mini-app/session.ts'
import { ALL_KINDS } from '../mini-app/dialogs.ts'
import { findChat } from './chats.ts'
import {
  closeMiniApp,
  minimizeMiniApp,
  putBehind,
  restoreMiniApp,
  openAppLink,
  openOutside,
} from './front.ts'
import {
  act,
  findChatId,
  type MessengerCore,
  type LaunchOrigin,
  type MiniApp,
  type MessengerPerson,
} from './messenger-core.ts'
import { inlineText } from './inline-mode.ts'
import { sendPrepared, switchInline } from './sharing.ts'

/** Opens the Mini App, with the faults that the client of the demo was given. */
export async function openMiniApp(core: MessengerCore, wanted: LaunchOrigin): Promise<void> {
  if (wanted.source === 'direct-link') await followDirectLink(core, wanted)
  else await launch(core, wanted)
}

/** Opens what a group's guard shows to the person who asks to join, once; and closes nothing when it is decided. */
export function openShownJoins(core: MessengerCore): void {
  const opened = new Set<string>()
  core.connection.latest.listen((event) => {
    const shown = event?.world.joins.find(
      ({ accountId, webAppUrl }) => accountId === core.person.get()?.id && webAppUrl !== null,
    )
    if (shown === undefined || shown.queryId === null || opened.has(shown.queryId)) return
    opened.add(shown.queryId)
    void openMiniApp(core, { source: 'join-request', chatId: shown.chatId })
  })
}

async function followDirectLink(core: MessengerCore, wanted: DirectLink): Promise<void> {
  const { secondLink, losesStartParam } = core.client.get()
  const open = core.miniApp.get()
  const link = losesStartParam ? { ...wanted, startParam: null } : wanted
  if (open === null || secondLink === 'reopens') await launch(core, link)
  else if (secondLink === 'second-instance') await launch(core, link, () => putBehind(core, open))
  else if (secondLink === 'reuses-frame') await launchInFrame(core, open, link)
  else restoreMiniApp(core)
}

type DirectLink = LaunchOrigin & { source: 'direct-link' }

/** Opens the open Mini App again, for another person or client; a minimized one stays in its bar. */
export async function relaunch(core: MessengerCore): Promise<void> {
  const open = core.miniApp.get()
  if (open === null) return
  // What a guard shows is for the one who asked.
  if (open.origin.source === 'join-request') return closeMiniApp(core)
  await launch(core, open.origin)
  if (open.isMinimized) minimizeMiniApp(core)
}

/** @param makeRoom runs right before the new instance stands. @default the open one ends */
async function launch(
  core: MessengerCore,
  origin: LaunchOrigin,
  makeRoom = () => {},
): Promise<void> {
  const person = core.person.get()
  if (person === null) return
  const url = await findAddress(core, person, origin)
  if (url === null) return
  core.dialogs.answer(null)
  core.picker.answer(null)
  makeRoom()
  core.miniApp.set({
    id: nextId(core),
    origin,
    url,
    session: createSession(sessionPorts(core, person.id)),
    isMinimized: false,
  })
}

function nextId({ miniApp, behind }: MessengerCore): number {
  return Math.max(0, ...[...behind.get(), miniApp.get()].map((app) => app?.id ?? 0)) + 1
}

/** The page that is open already gets the new init data in the fragment of its address, and is not loaded anew. */
async function launchInFrame(
  core: MessengerCore,
  open: MiniApp,
  origin: LaunchOrigin,
): Promise<void> {
  const person = core.person.get()
  if (person === null) return
  const fresh = await findAddress(core, person, origin)
  if (fresh === null) return
  const url = new URL(open.url)
  url.hash = new URL(fresh).hash
  restoreMiniApp(core)
  core.miniApp.set({ ...open, origin, url: url.href, isMinimized: false })
}

/** Where a launch leads, init data and all. */
async function findAddress(
  core: MessengerCore,
  person: MessengerPerson,
  origin: LaunchOrigin,
): Promise<string | null> {
  const result = await act(core, {
    type: 'launch',
    launch: { ...asSeenBy(core, person, origin), ...getClient(core), accountId: person.id },
  })
  return result?.kind === 'launched' ? result.url : null
}

/** What a client reports of itself at a launch. */
function getClient({ client }: MessengerCore) {
  const { platform, version, theme, opensFullscreen } = client.get()
  const isFullscreen = opensFullscreen && isAtLeast(version, FULLSCREEN_SINCE)
  return { platform, version, theme, isFullscreen }
}

/** A chat with the bot is the person's own, no matter who opened the app there first; others are for their members. */
function asSeenBy(
  core: MessengerCore,
  person: MessengerPerson,
  origin: LaunchOrigin,
): LaunchOrigin {
  const world = core.connection.latest.get()?.world
  if (origin.source !== 'direct-link' || origin.chatId === null || world === undefined)
    return origin
  const { chatId } = origin
  const isWithBot = world.accounts.some(({ id }) => id === chatId)
  if (isWithBot) return { ...origin, chatId: person.id }
  return findChat(world, person, chatId) === undefined ? { ...origin, chatId: null } : origin
}

function sessionPorts(core: MessengerCore, accountId: number): SessionPorts {
  return {
    client: () => core.client.get(),
    now: () => performance.now(),
    ask: (dialog) => core.dialogs.ask(dialog),
    toast: (text) => core.journal.toast(text),
    note: (entry) => core.journal.note(entry),
    openLink(url) {
      if (openAppLink(core, url) === 'not-an-app') openOutside(url)
    },
    openTelegramLink: (url) => void core.followLink(url),
    otherInFront() {
      const wallet = core.wallet.get()
      return wallet?.place === 'telegram' ? wallet.name : null
    },
    mayBotWrite: () => core.person.get()?.contact === 'allowed',
    async grantWriteAccess() {
      await act(core, { type: 'grant-write-access', accountId })
    },
    storage: {
      device: core.storages.device,
      secure: core.storages.secure,
      cloud: core.storages.getCloud(accountId),
    },
    sendPrepared: (preparedId) => sendPrepared(core, accountId, preparedId),
    switchInline: (query, chatTypes) => void switchInlineFromApp(core, query, chatTypes),
    putOnHomeScreen: () => core.client.set({ ...core.client.get(), homeScreen: 'added' }),
    close: () => closeMiniApp(core),
  }
}

const KINDS_OF_CHAT_TYPES = { users: 'direct', bots: 'bot', groups: 'group' } as const

/** Without types of chats, the query goes into the chat behind. */
async function switchInlineFromApp(
  core: MessengerCore,
  query: string,
  chatTypes: readonly ChatType[],
): Promise<void> {
  if (chatTypes.length === 0 && findChatId(core) !== null) {
    core.input.set(inlineText(core, query))
    closeMiniApp(core)
    return
  }
  const kinds = chatTypes.flatMap((type) =>
    type === 'channels' ? [] : [KINDS_OF_CHAT_TYPES[type]],
  )
  const outcome = await switchInline(core, query, kinds.length === 0 ? ALL_KINDS : kinds)
  if (outcome === 'opened') closeMiniApp(core)
}
