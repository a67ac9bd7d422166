import { type ReactNode, useLayoutEffect, useState } from 'react'
import { Screen } from '#client/ui/screen.tsx'
import { SegmentedControl } from '#client/ui/segmented-control.tsx'
import { applyLook, LOOK_CHOICES, type PageLook, readPageLook } from './look.ts'
import { SAMPLES } from './samples.ts'
import type { SpecimenState } from './specimen.ts'
import { SPECIMENS } from './specimens.tsx'

/** Every component of the Mini App in every state, as a platform, theme, direction, language and text size show it. */
export function UiPage() {
  const [look, setLook] = useState(() => readPageLook(new URL(location.href)))
  useLayoutEffect(() => applyLook(look), [look])
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

type SwitchProps = { name: keyof PageLook; look: PageLook; onChange: (look: PageLook) => void }

function Switch({ name, look, onChange }: SwitchProps) {
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
