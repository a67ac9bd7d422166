import { useStore } from '@nanostores/react'
import { isPhone, type Platform, getPalette } from '../theme-params.ts'
import { Icon } from './icon.tsx'
import type { MessengerPerson, MiniApp } from './store/messenger-core.ts'
import type { Messenger } from './store/messenger.ts'
import type { WorldSnapshot } from '../snapshot.ts'
import { cssVariables, MiniAppSheet } from './sheet/mini-app-sheet.tsx'
import { ChatPickerSheet } from './sheet/chat-picker-sheet.tsx'
import { DialogView } from './sheet/dialog-view.tsx'
import { WalletSheet } from './sheet/wallet-sheet.tsx'
import { findChat } from './store/chats.ts'
import { ChatList } from './phone/chat-list.tsx'
import { BotChat, PeopleChat } from './phone/chat-view.tsx'
import { Avatar } from './phone/avatar.tsx'
import type { Journal } from './store/journal.ts'

const ADDRESSES = { web: 'web.telegram.org/k', weba: 'web.telegram.org/a' } as const

/** What Telegram runs in: a phone, a window of the desktop, or a browser. */
export function Device({ messenger, person }: { messenger: Messenger; person: MessengerPerson }) {
  const { platform } = useStore(messenger.client)
  return (
    <div className="device" data-platform={platform} data-frame={getFrame(platform)}>
      {!isPhone(platform) && <TitleBar platform={platform} />}
      <Phone messenger={messenger} person={person} />
    </div>
  )
}

function getFrame(platform: Platform): 'phone' | 'window' | 'browser' {
  if (isPhone(platform)) return 'phone'
  return platform === 'tdesktop' || platform === 'macos' ? 'window' : 'browser'
}

function TitleBar({ platform }: { platform: Platform }) {
  return (
    <div className="title-bar" aria-hidden="true">
      {platform === 'tdesktop' ? <span /> : <Lights />}
      {platform === 'web' || platform === 'weba' ? (
        <span className="address-bar">{ADDRESSES[platform]}</span>
      ) : (
        <span className="window-title">Telegram</span>
      )}
      {platform === 'tdesktop' ? <Controls /> : <span />}
    </div>
  )
}

function Lights() {
  return (
    <span className="lights">
      <i />
      <i />
      <i />
    </span>
  )
}

function Controls() {
  return (
    <span className="window-controls">
      <Icon name="minus" />
      <Icon name="square" />
      <Icon name="close" />
    </span>
  )
}

/** The client draws itself with the colours that it reports to the Mini App. */
function Phone({ messenger, person }: { messenger: Messenger; person: MessengerPerson }) {
  const client = useStore(messenger.client)
  const miniApp = useStore(messenger.miniApp)
  const behind = useStore(messenger.behind)
  const dialog = useStore(messenger.dialogs.current)
  const picking = useStore(messenger.picker.current)
  const event = useStore(messenger.connection.latest)
  if (event === null) return null
  const instances = miniApp === null ? behind : [...behind, miniApp]

  return (
    <div
      className="phone"
      data-testid="phone"
      data-platform={client.platform}
      data-insets={client.hasInsets && isPhone(client.platform) ? 'on' : 'off'}
      style={cssVariables(getPalette(client.platform, client.theme))}
    >
      <StatusBar />
      <div className="layers" inert={dialog !== null || picking !== null}>
        <div className="screen" inert={miniApp !== null && !miniApp.isMinimized}>
          <Screen messenger={messenger} person={person} world={event.world} />
        </div>
        {miniApp?.isMinimized === true && (
          <AppBar messenger={messenger} person={person} miniApp={miniApp} />
        )}
        {instances.map((instance) => (
          <MiniAppSheet
            key={instance.id}
            messenger={messenger}
            miniApp={instance}
            place={instance === miniApp ? 'front' : 'behind'}
            appOrigin={event.appOrigin}
          />
        ))}
        <WalletSheet messenger={messenger} />
      </div>
      <ChatPickerSheet messenger={messenger} person={person} world={event.world} />
      <DialogView dialogs={messenger.dialogs} />
      <Toasts journal={messenger.journal} />
      <div className="home-indicator" aria-hidden="true" />
    </div>
  )
}

type PhoneScreenProps = { messenger: Messenger; person: MessengerPerson; world: WorldSnapshot }

/** What lies under everything: the list of chats, or the one that was opened. */
function Screen({ messenger, person, world }: PhoneScreenProps) {
  const view = useStore(messenger.view)
  if (view.kind === 'bot') {
    return <BotChat messenger={messenger} person={person} world={world} payload={view.payload} />
  }
  const chat = view.kind === 'chat' ? findChat(world, person, view.chatId) : undefined
  if (view.kind === 'chats' || chat === undefined) {
    return <ChatList messenger={messenger} person={person} world={world} />
  }
  return <PeopleChat messenger={messenger} person={person} world={world} place={view} chat={chat} />
}

type AppBarProps = { messenger: Messenger; person: MessengerPerson; miniApp: MiniApp }

/** The Mini App while it is minimized. */
function AppBar({ messenger, person, miniApp }: AppBarProps) {
  return (
    <div className="app-bar">
      <button
        type="button"
        className="app-bar-open"
        data-testid="mini-app-bar"
        onClick={() => messenger.restoreMiniApp()}
      >
        <Avatar id={0} name={person.bot.name} />
        <span dir="auto">{person.bot.name}</span>
      </button>
      <button
        type="button"
        className="app-bar-close"
        data-testid="mini-app-bar-close"
        aria-label="Close the Mini App"
        onClick={() => void miniApp.session.requestClose()}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}

function StatusBar() {
  return (
    <div className="status-bar" aria-hidden="true">
      <span className="status-clock">9:41</span>
      <span className="status-island" />
      <svg className="status-signs" viewBox="0 0 66 14">
        <path d="M1 10h3v3H1zM6 7.500h3V13H6zM11 5h3v8h-3zM16 2h3v11h-3z" />
        <path d="M33 3.200c2.400 0 4.600.9 6.300 2.500l1.200-1.300A10.900 10.900 0 0 0 33 1.300c-2.900 0-5.500 1.100-7.500 3.100l1.200 1.300A9.100 9.100 0 0 1 33 3.200zm0 4.200c1.300 0 2.500.5 3.400 1.300l1.200-1.300a6.700 6.700 0 0 0-9.200 0l1.200 1.300c.9-.8 2.100-1.300 3.400-1.300zm0 3.800L35 9.900a3 3 0 0 0-4 0z" />
        <path
          fillRule="evenodd"
          d="M50 1h11a3 3 0 0 1 3 3v6a3 3 0 0 1-3 3H50a3 3 0 0 1-3-3V4a3 3 0 0 1 3-3zm0 1.200A1.800 1.800 0 0 0 48.200 4v6a1.800 1.800 0 0 0 1.800 1.800h11a1.800 1.800 0 0 0 1.800-1.800V4A1.800 1.800 0 0 0 61 2.200zM50 3.500h11v7H50z"
        />
      </svg>
    </div>
  )
}

function Toasts({ journal }: { journal: Journal }) {
  const toasts = useStore(journal.toasts)
  return (
    <output className="toasts">
      {toasts.map(({ id, text }) => (
        <span key={id} className="toast" data-testid="toast" dir="auto">
          {text}
        </span>
      ))}
    </output>
  )
}
