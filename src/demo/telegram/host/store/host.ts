import { atom, computed } from 'nanostores'
import type { ClientSettings } from '../mini-app/session-context.ts'
import { chatActions } from './chat-actions.ts'
import type { ChatActions } from './chat-actions.ts'
import { clientActions } from './client-actions.ts'
import type { ClientActions } from './client-actions.ts'
import type { Connection } from './connection.ts'
import { createDialogs } from './dialogs.ts'
import { followLink } from './follow-link.ts'
import { minimizeMiniApp, restoreMiniApp } from './front.ts'
import { groupActions } from './group-actions.ts'
import type { GroupActions } from './group-actions.ts'
import type {
  HostCore,
  InlineAnswer,
  LaunchOrigin,
  MiniApp,
  OpenWallet,
  View,
} from './host-core.ts'
import { inlineActions } from './inline-mode.ts'
import type { InlineActions } from './inline-mode.ts'
import { createJournal } from './journal.ts'
import { followMigration, navigation } from './navigation.ts'
import type { Navigation } from './navigation.ts'
import { openAppLink } from './open-app-link.ts'
import { openMiniApp } from './open-mini-app.ts'
import { createQuestions } from './questions.ts'
import { createStorages } from './storages.ts'

/** The simulated messenger of one person at one device. */
export type Host = Omit<HostCore, 'accountId' | 'storages'> &
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

export function createHost(connection: Connection): Host {
  const core = createCore(connection)
  connection.latest.listen((event) => event !== null && followMigration(core, event))
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

function createCore(connection: Connection): HostCore {
  const accountId = atom<number | null>(null)
  const core: HostCore = {
    connection,
    accountId,
    dialogs: createDialogs(),
    picker: createQuestions(),
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
    view: atom<View>({ kind: 'chats' }),
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
