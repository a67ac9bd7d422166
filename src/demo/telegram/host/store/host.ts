import { atom, computed } from 'nanostores'
import type { ClientSettings } from '../mini-app/session.ts'
import { chatActions } from './chat-actions.ts'
import type { ChatActions } from './chat-actions.ts'
import { clientActions } from './client-actions.ts'
import type { ClientActions } from './client-actions.ts'
import type { Connection } from './connection.ts'
import { createDialogs } from './dialogs.ts'
import { followLink } from './follow-link.ts'
import type { HostCore, LaunchOrigin, MiniApp, OpenWallet, View } from './host-core.ts'
import { createJournal } from './journal.ts'
import { openAppLink } from './open-app-link.ts'
import { openMiniApp } from './open-mini-app.ts'
import { createStorages } from './storages.ts'

/** The simulated messenger of one person at one device. */
export type Host = Omit<HostCore, 'accountId' | 'storages'> &
  ClientActions &
  ChatActions & {
    openMiniApp(origin: LaunchOrigin): Promise<void>
    /** A page in the phone has opened a link that may belong to an app. */
    openAppLink(link: string): void
    closeWallet(): void
  }

export function createHost(connection: Connection): Host {
  const core = createCore(connection)
  return {
    ...core,
    ...clientActions(core),
    ...chatActions(core),
    openMiniApp: (origin) => openMiniApp(core, origin),
    openAppLink: (link) => void openAppLink(core, link),
    closeWallet() {
      const session = core.miniApp.get()?.session
      if (core.wallet.get()?.place === 'app') session?.frontChanged(true)
      else session?.visibilityChanged(true)
      core.wallet.set(null)
    },
  }
}

function createCore(connection: Connection): HostCore {
  const accountId = atom<number | null>(null)
  const core: HostCore = {
    connection,
    accountId,
    dialogs: createDialogs(),
    journal: createJournal(),
    storages: createStorages(),
    client: atom<ClientSettings>({
      platform: 'ios',
      version: '9.6',
      theme: 'day',
      hasInsets: true,
      homeScreen: 'missed',
      opensFullscreen: false,
    }),
    view: atom<View>({ kind: 'chats' }),
    miniApp: atom<MiniApp | null>(null),
    wallet: atom<OpenWallet | null>(null),
    person: computed([connection.latest, accountId], (latest, id) => {
      const people = latest?.world.accounts ?? []
      return people.find((person) => person.id === id) ?? people[0] ?? null
    }),
    followLink: (url) => followLink(core, url),
  }
  return core
}
