import { type ReactNode, useLayoutEffect, useState } from 'react'
import * as v from 'valibot'
import { Screen } from '#client/ui/screen.tsx'
import { SegmentedControl } from '#client/ui/segmented-control.tsx'
import { LANGUAGES } from '#shared/languages.ts'
import { readableTheme } from '#shared/readable-theme.ts'
import { SAMPLES, type SpecimenState } from './samples.ts'
import { SPECIMENS } from './specimens.tsx'
import { getPalette, PLATFORMS, type Theme } from '../telegram/theme-params.ts'

/** Besides Telegram's own: one that nobody could read, and none at all. */
const LOOK_THEMES = ['day', 'night', 'unreadable', 'none'] as const
const LOOK_PLATFORMS = [...PLATFORMS, 'browser'] as const
const DIRECTIONS = ['ltr', 'rtl'] as const
/** Of the text, in percent. */
const SIZES = ['100', '200'] as const

const LOOK_CHOICES = {
  theme: LOOK_THEMES,
  platform: LOOK_PLATFORMS,
  direction: DIRECTIONS,
  language: LANGUAGES,
  size: SIZES,
} as const

const LookSchema = v.object({
  theme: v.fallback(v.picklist(LOOK_THEMES), 'day'),
  platform: v.fallback(v.picklist(LOOK_PLATFORMS), 'ios'),
  direction: v.fallback(v.picklist(DIRECTIONS), 'ltr'),
  language: v.fallback(v.picklist(LANGUAGES), 'en'),
  size: v.fallback(v.picklist(SIZES), '100'),
})

/** Every component of the Mini App in every state, as a platform, theme, direction, language and text size show it. */
export function UiPage() {
  const [look, setLook] = useState(() => readPageLook(new URL(location.href)))
  useLayoutEffect(() => {
    applyLook(look)
  }, [look])
  const samples = SAMPLES[look.language]
  return (
    <Screen title="Components">
      <div className="switches">
        <Switch name="platform" look={look} onChange={setLook} />
        <Switch name="theme" look={look} onChange={setLook} />
        <Switch name="direction" look={look} onChange={setLook} />
        <Switch name="language" look={look} onChange={setLook} />
        <Switch name="size" look={look} onChange={setLook} />
      </div>
      {Object.entries(SPECIMENS).map(([name, getStates]) => (
        <Specimen key={name} name={name} states={getStates(samples)} />
      ))}
    </Screen>
  )
}

type LookSwitchProps = { name: keyof PageLook; look: PageLook; onChange: (look: PageLook) => void }

function Switch({ name, look, onChange }: LookSwitchProps) {
  const options = LOOK_CHOICES[name].map((value) => ({ value, name: value }))
  return (
    <div>
      <span className="switch-name">{name}</span>
      <SegmentedControl<string>
        label={name}
        options={options}
        value={look[name]}
        onChoose={(value) => onChange({ ...look, [name]: value })}
      />
    </div>
  )
}

function Specimen({ name, states }: { name: string; states: readonly SpecimenState[] }) {
  return (
    <section className="specimen" data-component={name}>
      <h2 className="specimen-name">{name}</h2>
      {states.map(([state, shown]) => (
        <StateSpecimen key={state} name={state}>
          {shown}
        </StateSpecimen>
      ))}
    </section>
  )
}

function StateSpecimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="state">
      <span className="state-name">{name}</span>
      {children}
    </div>
  )
}

/** How the components are shown. */
type PageLook = v.InferOutput<typeof LookSchema>

/** As the page's address says; what it does not say, or not so that it could be, is as on an iPhone by day. */
function readPageLook({ searchParams }: URL): PageLook {
  return v.parse(LookSchema, Object.fromEntries(searchParams))
}

/** Puts the look on the page, in the ways in which the Mini App gets it, and into its address. */
function applyLook(look: PageLook): void {
  const { dataset, style } = document.documentElement
  const { isDark, colors } = readableTheme(getTheme(look), { prefersDark: false, ratio: 4.5 })
  for (const [name, color] of Object.entries(colors)) style.setProperty(`--${name}`, color)
  style.fontSize = `${look.size}%`
  dataset['theme'] = isDark ? 'dark' : 'light'
  if (look.platform === 'browser') delete dataset['platform']
  else dataset['platform'] = look.platform
  document.documentElement.dir = look.direction
  document.documentElement.lang = look.language
  history.replaceState(null, '', `?${new URLSearchParams(look)}`)
}

function getTheme({ theme, platform }: PageLook): Record<string, string> {
  if (theme === 'none') return {}
  const known: Theme = theme === 'night' ? 'night' : 'day'
  const palette = getPalette(platform === 'browser' ? 'ios' : platform, known)
  if (theme !== 'unreadable') return palette
  const grey = Object.keys(palette).map((name) => [name, '#808080'] as const)
  return Object.fromEntries(grey)
}
