import { isAtLeast } from '../../theme-params.ts'
import { FULLSCREEN_SINCE } from '../mini-app/session-state.ts'
import { createSession } from '../mini-app/session.ts'
import type { SessionPorts } from '../mini-app/session.ts'
import { act, draftQuery } from './host-core.ts'
import type { HostCore, LaunchOrigin, Person } from './host-core.ts'
import { openAppLink } from './open-app-link.ts'
import { openOutside } from './open-outside.ts'

export async function openMiniApp(core: HostCore, origin: LaunchOrigin): Promise<void> {
  const person = core.person.get()
  if (person === null) return
  const result = await act(core, {
    type: 'launch',
    launch: { ...ownChat(origin, person), ...clientOf(core), accountId: person.id },
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

/** What a client tells of itself at a launch. */
function clientOf({ client }: HostCore) {
  const { platform, version, theme, opensFullscreen } = client.get()
  const isFullscreen = opensFullscreen && isAtLeast(version, FULLSCREEN_SINCE)
  return { platform, version, theme, isFullscreen }
}

/** A private chat is the person's own, whoever opened the app there first. */
function ownChat(origin: LaunchOrigin, person: Person): LaunchOrigin {
  if (origin.source !== 'direct-link' || origin.chatId === null) return origin
  return origin.chatId > 0 ? { ...origin, chatId: person.id } : origin
}

function sessionPorts(core: HostCore, accountId: number): SessionPorts {
  return {
    client: () => core.client.get(),
    ask: (dialog) => core.dialogs.ask(dialog),
    toast: (text) => core.journal.toast(text),
    note: (entry) => core.journal.note(entry),
    openLink(url) {
      if (openAppLink(core, url) === 'not-an-app') openOutside(url)
    },
    openTelegramLink: (url) => void core.followLink(url),
    mayBotWrite: () => core.person.get()?.contact === 'allowed',
    async grantWriteAccess() {
      await act(core, { type: 'grant-write-access', accountId })
    },
    storage: {
      device: core.storages.device,
      secure: core.storages.secure,
      cloud: core.storages.cloudOf(accountId),
    },
    draft: (query) => draftQuery(core, query),
    putOnHomeScreen: () => core.client.set({ ...core.client.get(), homeScreen: 'added' }),
    close: () => core.miniApp.set(null),
  }
}

/** Opens the open Mini App again, for another person or client. */
export async function relaunch(core: HostCore): Promise<void> {
  const open = core.miniApp.get()
  if (open !== null) await openMiniApp(core, open.origin)
}
