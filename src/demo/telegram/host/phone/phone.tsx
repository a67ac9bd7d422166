import { useStore } from '@nanostores/react'
import { paletteOf } from '../../theme-params.ts'
import { cssVariables } from '../css-variables.ts'
import { DialogView } from '../sheet/dialog-view.tsx'
import { MiniAppSheet } from '../sheet/mini-app-sheet.tsx'
import { Toasts } from '../sheet/toasts.tsx'
import { WalletSheet } from '../sheet/wallet-sheet.tsx'
import type { Person } from '../store/host-core.ts'
import type { Host } from '../store/host.ts'
import { ChatList } from './chat-list.tsx'
import { ChatView } from './chat-view.tsx'
import { StatusBar } from './status-bar.tsx'

/** The client draws itself with the colours that it tells the Mini App. */
export function Phone({ host, person }: { host: Host; person: Person }) {
  const client = useStore(host.client)
  const view = useStore(host.view)
  const miniApp = useStore(host.miniApp)
  const dialog = useStore(host.dialogs.current)
  const event = useStore(host.connection.latest)
  if (event === null) return null

  return (
    <div
      className="phone"
      data-testid="phone"
      data-platform={client.platform}
      data-insets={client.hasInsets ? 'on' : 'off'}
      style={cssVariables(paletteOf(client.platform, client.theme))}
    >
      <StatusBar />
      <div className="layers" inert={dialog !== null}>
        <div className="screen" inert={miniApp !== null}>
          {view.kind === 'chats' ? (
            <ChatList host={host} person={person} world={event.world} />
          ) : (
            <ChatView host={host} person={person} world={event.world} view={view} />
          )}
        </div>
        {miniApp !== null && (
          <MiniAppSheet
            key={miniApp.id}
            host={host}
            miniApp={miniApp}
            appOrigin={event.appOrigin}
          />
        )}
        <WalletSheet host={host} />
      </div>
      <DialogView dialogs={host.dialogs} />
      <Toasts journal={host.journal} />
      <div className="home-indicator" aria-hidden="true" />
    </div>
  )
}
