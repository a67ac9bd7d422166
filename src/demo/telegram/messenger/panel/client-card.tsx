import { useStore } from '@nanostores/react'
import { HOME_SCREENS, PLATFORMS, THEMES, VERSIONS } from '../../theme-params.ts'
import { Icon } from '../icon.tsx'
import type { MiniAppSession } from '../mini-app/session.ts'
import type { MessengerPerson } from '../store/messenger-core.ts'
import type { Messenger } from '../store/messenger.ts'

const PLATFORM_NAMES = {
  ios: 'iOS',
  android: 'Android',
  tdesktop: 'Desktop',
  macos: 'macOS',
  web: 'Web K',
  weba: 'Web A',
} as const

const HOME_SCREEN_NAMES = {
  missed: 'No',
  added: 'Yes',
  unknown: 'Not shared',
  unsupported: 'Not possible',
} as const

const LANGUAGE_NAMES = {
  en: 'English',
  ru: 'Русский',
  es: 'Español',
  fa: 'فارسی',
  // Telegram speaks more languages than the app.
  de: 'Deutsch',
  // English, long, accented, right to left: shows what breaks.
  qps: 'Pseudo',
}

type CardProps = { messenger: Messenger; person: MessengerPerson }

export function ClientCard({ messenger, person }: CardProps) {
  const client = useStore(messenger.client)
  return (
    <section className="card">
      <h2 className="card-title">Client</h2>
      <ThemeSwitch messenger={messenger} />
      <Choice
        testId="platform"
        label="Platform"
        value={client.platform}
        options={PLATFORMS.map((platform) => [platform, PLATFORM_NAMES[platform]])}
        onChange={(platform) => messenger.setClient({ platform })}
      />
      <Choice
        testId="version"
        label="Version"
        value={client.version}
        options={VERSIONS.map((version) => [version, version])}
        onChange={(version) => messenger.setClient({ version })}
      />
      <Choice
        testId="language"
        label="Language"
        value={person.languageCode}
        options={Object.entries(LANGUAGE_NAMES)}
        onChange={(languageCode) => void messenger.setLanguage(languageCode)}
      />
      <Choice
        testId="home-screen"
        label="On the home screen"
        value={client.homeScreen}
        options={HOME_SCREENS.map((homeScreen) => [homeScreen, HOME_SCREEN_NAMES[homeScreen]])}
        onChange={(homeScreen) => messenger.setClient({ homeScreen })}
      />
      <Switch
        testId="insets"
        label="Safe-area insets"
        isOn={client.hasInsets}
        onChange={(hasInsets) => messenger.setClient({ hasInsets })}
      />
      <Switch
        testId="opens-fullscreen"
        label="Opens in fullscreen"
        isOn={client.opensFullscreen}
        onChange={(opensFullscreen) => messenger.setClient({ opensFullscreen })}
      />
      <Switch
        testId="has-shell"
        label="Desktop on Linux: a frame in a frame"
        isOn={client.hasShell}
        onChange={(hasShell) => messenger.setClient({ hasShell })}
      />
      <LinkFaults messenger={messenger} />
      <Guards messenger={messenger} />
    </section>
  )
}

/** What the open Mini App has asked of the client that nothing else shows. */
function Guards({ messenger }: { messenger: Messenger }) {
  const miniApp = useStore(messenger.miniApp)
  return miniApp === null ? null : <SessionGuards session={miniApp.session} />
}

function SessionGuards({ session }: { session: MiniAppSession }) {
  const { needsClosingConfirmation, allowsVerticalSwipe } = useStore(session.state)
  return (
    <p className="card-note" data-testid="guards">
      {needsClosingConfirmation ? 'Asks before it closes' : 'Closes without asking'};{' '}
      {allowsVerticalSwipe ? 'a swipe down minimizes it' : 'a swipe down does nothing'}.
    </p>
  )
}

function ThemeSwitch({ messenger }: { messenger: Messenger }) {
  const client = useStore(messenger.client)
  return (
    <div className="segments" role="radiogroup" aria-label="Theme">
      {THEMES.map((theme) => (
        <label key={theme} className="segment">
          <input
            type="radio"
            name="theme"
            data-testid={`theme-${theme}`}
            checked={client.theme === theme}
            onChange={() => messenger.setClient({ theme })}
          />
          <Icon name={theme === 'day' ? 'sun' : 'moon'} />
          {theme === 'day' ? 'Day' : 'Night'}
        </label>
      ))}
    </div>
  )
}

/** What clients are known to do with direct links, besides opening them. */
function LinkFaults({ messenger }: { messenger: Messenger }) {
  const { secondLink, losesStartParam } = useStore(messenger.client)
  return (
    <div className="field-group">
      <h3 className="card-subtitle">Faults with links</h3>
      <Switch
        testId="stale-links"
        label="Second link only shows the open app"
        isOn={secondLink === 'stale'}
        onChange={(isOn) => messenger.setClient({ secondLink: isOn ? 'stale' : 'reopens' })}
      />
      <Switch
        testId="reuses-frame"
        label="Second link changes the fragment only"
        isOn={secondLink === 'reuses-frame'}
        onChange={(isOn) => messenger.setClient({ secondLink: isOn ? 'reuses-frame' : 'reopens' })}
      />
      <Switch
        testId="second-instance"
        label="Second link opens a second instance"
        isOn={secondLink === 'second-instance'}
        onChange={(isOn) =>
          messenger.setClient({ secondLink: isOn ? 'second-instance' : 'reopens' })
        }
      />
      <Switch
        testId="lost-start-param"
        label="Links lose their start parameter"
        isOn={losesStartParam}
        onChange={(isOn) => messenger.setClient({ losesStartParam: isOn })}
      />
    </div>
  )
}

type SwitchProps = {
  testId: string
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
}

function Switch({ testId, label, isOn, onChange }: SwitchProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <input
        type="checkbox"
        className="switch"
        data-testid={testId}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}

type Props<Value extends string> = {
  testId: string
  label: string
  value: Value
  options: readonly (readonly [value: Value, text: string])[]
  onChange: (value: Value) => void
}

export function Choice<Value extends string>(props: Props<Value>) {
  const { testId, label, value, options, onChange } = props
  return (
    <label className="field">
      <span>{label}</span>
      <select
        data-testid={testId}
        value={value}
        onChange={(event) => {
          const chosen = options[event.target.selectedIndex]
          if (chosen !== undefined) onChange(chosen[0])
        }}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
