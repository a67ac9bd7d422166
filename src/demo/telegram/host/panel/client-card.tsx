import { useStore } from '@nanostores/react'
import { PLATFORMS, THEMES, VERSIONS } from '../../theme-params.ts'
import { Icon } from '../icon.tsx'
import type { Person } from '../store/host-core.ts'
import type { Host } from '../store/host.ts'

const PLATFORM_NAMES = {
  ios: 'iOS',
  android: 'Android',
  tdesktop: 'Desktop',
  macos: 'macOS',
  web: 'Web K',
  weba: 'Web A',
} as const

const LANGUAGE_NAMES = { en: 'English', ru: 'Русский', es: 'Español', fa: 'فارسی', de: 'Deutsch' }

export function ClientCard({ host, person }: { host: Host; person: Person }) {
  const client = useStore(host.client)
  return (
    <section className="card">
      <h2 className="card-title">Client</h2>
      <ThemeSwitch host={host} />
      <Choice
        testId="platform"
        label="Platform"
        value={client.platform}
        options={PLATFORMS.map((platform) => [platform, PLATFORM_NAMES[platform]])}
        onChange={(platform) => host.setClient({ platform })}
      />
      <Choice
        testId="version"
        label="Version"
        value={client.version}
        options={VERSIONS.map((version) => [version, version])}
        onChange={(version) => host.setClient({ version })}
      />
      <Choice
        testId="language"
        label="Language"
        value={person.languageCode}
        options={Object.entries(LANGUAGE_NAMES)}
        onChange={(languageCode) => void host.setLanguage(languageCode)}
      />
      <label className="field">
        <span>Safe-area insets</span>
        <input
          type="checkbox"
          className="switch"
          data-testid="insets"
          checked={client.hasInsets}
          onChange={(event) => host.setClient({ hasInsets: event.target.checked })}
        />
      </label>
    </section>
  )
}

function ThemeSwitch({ host }: { host: Host }) {
  const client = useStore(host.client)
  return (
    <div className="segments" role="radiogroup" aria-label="Theme">
      {THEMES.map((theme) => (
        <label key={theme} className="segment">
          <input
            type="radio"
            name="theme"
            data-testid={`theme-${theme}`}
            checked={client.theme === theme}
            onChange={() => host.setClient({ theme })}
          />
          <Icon name={theme === 'day' ? 'sun' : 'moon'} />
          {theme === 'day' ? 'Day' : 'Night'}
        </label>
      ))}
    </div>
  )
}

type ChoiceProps<Value extends string> = {
  testId: string
  label: string
  value: Value
  options: readonly (readonly [value: Value, text: string])[]
  onChange: (value: Value) => void
}

function Choice<Value extends string>(props: ChoiceProps<Value>) {
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
