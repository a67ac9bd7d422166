import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Icon } from './icon.tsx'
import { Guide } from './panel/guide.tsx'
import { Panel } from './panel/panel.tsx'
import { Phone } from './phone/phone.tsx'
import type { Host } from './store/host.ts'

export function App({ host }: { host: Host }) {
  const { theme } = useStore(host.client)
  const person = useStore(host.person)
  const [isPanelOpen, setPanelOpen] = useState(false)
  if (person === null) return <p className="waiting">Waiting for the demo server…</p>

  return (
    <div className="page" data-theme={theme} data-panel={isPanelOpen ? 'open' : 'closed'}>
      <Guide host={host} />
      <main className="stage" aria-label="Simulated phone">
        <Phone host={host} person={person} />
      </main>
      <button
        type="button"
        className="handle"
        data-testid="panel-handle"
        aria-expanded={isPanelOpen}
        aria-controls="panel"
        aria-label={isPanelOpen ? 'Hide demo controls' : 'Show demo controls'}
        onClick={() => setPanelOpen(!isPanelOpen)}
      >
        <Icon name={isPanelOpen ? 'close' : 'sliders'} />
      </button>
      <Panel host={host} person={person} />
    </div>
  )
}
