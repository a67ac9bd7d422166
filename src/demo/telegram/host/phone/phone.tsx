import { useStore } from '@nanostores/react'
import type { WorldSnapshot } from '../../snapshot.ts'
import { getPalette } from '../../theme-params.ts'
import { cssVariables } from '../css-variables.ts'
import { ChatPickerSheet } from '../sheet/chat-picker-sheet.tsx'
import { DialogView } from '../sheet/dialog-view.tsx'
import { MiniAppSheet } from '../sheet/mini-app-sheet.tsx'
import { Toasts } from '../sheet/toasts.tsx'
import { WalletSheet } from '../sheet/wallet-sheet.tsx'
import { findChat } from '../store/chats.ts'
import type { HostPerson } from '../store/host-core.ts'
import type { Host } from '../store/host.ts'
import { AppBar } from './app-bar.tsx'
import { ChatList } from './chat-list.tsx'
import { BotChat, PeopleChat } from './chat-view.tsx'
import { StatusBar } from './status-bar.tsx'

/** The client draws itself with the colours that it tells the Mini App. */
export function Phone({ host, person }: { host: Host; person: HostPerson }) {
  const client = useStore(host.client)
  const miniApp = useStore(host.miniApp)
  const behind = useStore(host.behind)
  const dialog = useStore(host.dialogs.current)
  const picking = useStore(host.picker.current)
  const event = useStore(host.connection.latest)
  if (event === null) return null
  const instances = miniApp === null ? behind : [...behind, miniApp]

  return (
    <div
      className="phone"
      data-testid="phone"
      data-platform={client.platform}
      data-insets={client.hasInsets ? 'on' : 'off'}
      style={cssVariables(getPalette(client.platform, client.theme))}
    >
      <StatusBar />
      <div className="layers" inert={dialog !== null || picking !== null}>
        <div className="screen" inert={miniApp !== null && !miniApp.isMinimized}>
          <Screen host={host} person={person} world={event.world} />
        </div>
        {miniApp?.isMinimized === true && <AppBar host={host} person={person} miniApp={miniApp} />}
        {instances.map((instance) => (
          <MiniAppSheet
            key={instance.id}
            host={host}
            miniApp={instance}
            place={instance === miniApp ? 'front' : 'behind'}
            appOrigin={event.appOrigin}
          />
        ))}
        <WalletSheet host={host} />
      </div>
      <ChatPickerSheet host={host} person={person} world={event.world} />
      <DialogView dialogs={host.dialogs} />
      <Toasts journal={host.journal} />
      <div className="home-indicator" aria-hidden="true" />
    </div>
  )
}

type PhoneScreenProps = { host: Host; person: HostPerson; world: WorldSnapshot }

/** What lies under everything: the list of chats, or the one that was opened. */
function Screen({ host, person, world }: PhoneScreenProps) {
  const view = useStore(host.view)
  if (view.kind === 'bot') {
    return <BotChat host={host} person={person} world={world} payload={view.payload} />
  }
  const chat = view.kind === 'chat' ? findChat(world, person, view.chatId) : undefined
  if (view.kind === 'chats' || chat === undefined) {
    return <ChatList host={host} person={person} world={world} />
  }
  return <PeopleChat host={host} person={person} world={world} place={view} chat={chat} />
}
