import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { Examples } from './developer/examples.tsx'
import { EventFeed } from './events/event-feed.tsx'
import { Intro } from './intro/intro.tsx'
import { StoryList } from './intro/story-list.tsx'
import { Panel } from './panel/panel.tsx'
import { Device } from './phone/device.tsx'
import type { Host } from './store/host.ts'

export function App({ host }: { host: Host }) {
  const { theme } = useStore(host.client)
  const person = useStore(host.person)
  const [isDeveloper, setDeveloper] = useState(false)
  if (person === null) return <p className="waiting">Waiting for the demo server…</p>

  return (
    <div className="page" data-theme={theme}>
      <div className="stage">
        <Intro host={host} />
        <main className="device-place" aria-label="Telegram, simulated">
          <Device host={host} person={person} />
        </main>
        <StoryList host={host} person={person} />
        <aside className="side" aria-label="Your side">
          <EventFeed host={host} />
          <button
            type="button"
            className="developer-link"
            data-testid="developer"
            aria-expanded={isDeveloper}
            aria-controls="developer"
            onClick={() => setDeveloper(!isDeveloper)}
          >
            I am a developer
          </button>
          <Panel host={host} person={person} />
        </aside>
        <p className="small-print">
          Telegram, wallets and chains are simulated here, and nothing leaves this machine. The bot,
          the server and the proofs are real.
        </p>
      </div>
      <div id="developer">{isDeveloper && <Examples host={host} person={person} />}</div>
    </div>
  )
}
