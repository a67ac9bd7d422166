import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { isAtLeast } from '../../theme-params.ts'
import { Icon } from '../icon.tsx'
import { FULLSCREEN_SINCE, type SessionState } from '../mini-app/session-state.ts'
import type { MiniAppSession } from '../mini-app/session.ts'
import type { ClientSettings } from '../mini-app/session-context.ts'
import type { Messenger } from '../store/messenger.ts'

type Props = {
  messenger: Messenger
  session: MiniAppSession
  state: SessionState
  onReload: () => void
}

export function SheetHeader({ messenger, session, state, onReload }: Props) {
  const person = useStore(messenger.person)
  const client = useStore(messenger.client)
  const [isMenuOpen, setMenuOpen] = useState(false)
  return (
    <header className="sheet-header">
      <LeadingButtons session={session} state={state} />
      <div className="sheet-titles">
        <h2 className="bar-title" dir="auto">
          {person?.bot.name}
        </h2>
        <span className="bar-subtitle">mini app</span>
      </div>
      <div className="sheet-edge sheet-edge-end">
        <button
          type="button"
          className="sheet-button"
          data-testid="app-menu"
          aria-label="More"
          aria-expanded={isMenuOpen}
          onClick={() => setMenuOpen(!isMenuOpen)}
        >
          <Icon name="dots" />
        </button>
      </div>
      {isMenuOpen && (
        <AppMenu
          hasSettings={state.hasSettingsButton}
          fullscreen={getFullscreen(client, state)}
          onPick={(item) => {
            setMenuOpen(false)
            if (item === 'settings') session.emit('settings_button_pressed')
            if (item === 'reload') onReload()
            if (item === 'minimize') messenger.minimizeMiniApp()
            if (item === 'enter-fullscreen') session.setFullscreen(true)
            if (item === 'leave-fullscreen') session.setFullscreen(false)
          }}
        />
      )}
    </header>
  )
}

function getFullscreen({ version }: ClientSettings, state: SessionState): MenuProps['fullscreen'] {
  if (!isAtLeast(version, FULLSCREEN_SINCE)) return 'unknown'
  return state.isFullscreen ? 'on' : 'off'
}

/** One place for both, as in the phone clients: back where the app has a way back, else close. */
function LeadingButtons({ session, state }: { session: MiniAppSession; state: SessionState }) {
  return (
    <div className="sheet-edge">
      {state.hasBackButton && (
        <button
          type="button"
          className="sheet-button"
          data-testid="messenger-back"
          aria-label="Back"
          onClick={() => session.emit('back_button_pressed')}
        >
          <Icon name="back" />
        </button>
      )}
      <button
        type="button"
        className={state.hasBackButton ? 'sheet-button' : 'sheet-button sheet-button-text'}
        data-testid="messenger-close"
        aria-label="Close"
        onClick={() => void session.requestClose()}
      >
        {state.hasBackButton ? <Icon name="close" /> : 'Close'}
      </button>
    </div>
  )
}

type Item = 'settings' | 'reload' | 'minimize' | 'enter-fullscreen' | 'leave-fullscreen'
type MenuProps = {
  hasSettings: boolean
  fullscreen: 'on' | 'off' | 'unknown'
  onPick: (item: Item) => void
}

function AppMenu({ hasSettings, fullscreen, onPick }: MenuProps) {
  const items: { item: Item; text: string; isShown: boolean }[] = [
    { item: 'settings', text: 'Settings', isShown: hasSettings },
    { item: 'reload', text: 'Reload page', isShown: true },
    { item: 'minimize', text: 'Minimize', isShown: true },
    { item: 'enter-fullscreen', text: 'Fullscreen', isShown: fullscreen === 'off' },
    { item: 'leave-fullscreen', text: 'Exit fullscreen', isShown: fullscreen === 'on' },
  ]
  return (
    <ul className="app-menu">
      {items
        .filter(({ isShown }) => isShown)
        .map(({ item, text }) => (
          <li key={item}>
            <button type="button" data-testid={`app-menu-${item}`} onClick={() => onPick(item)}>
              {text}
            </button>
          </li>
        ))}
    </ul>
  )
}
