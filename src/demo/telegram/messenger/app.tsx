import { useStore } from '@nanostores/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Examples } from './developer/examples.tsx'
import { GoLive } from './developer/go-live.tsx'
import { EventFeed } from './events/event-feed.tsx'
import { EventStrip } from './events/event-strip.tsx'
import { Intro } from './intro/intro.tsx'
import { NextStep, StoryList } from './intro/story-list.tsx'
import { Panel } from './panel/panel.tsx'
import { Device } from './phone/device.tsx'
import type { Messenger } from './store/messenger.ts'

/** Who wants to know more than the demo shows. */
type Reader = 'developer' | 'operator'
const READERS = [
  { name: 'developer', text: 'I am a developer' },
  { name: 'operator', text: 'I want it for my community' },
] as const satisfies readonly { name: Reader; text: string }[]

export function App({ messenger }: { messenger: Messenger }) {
  const { theme } = useStore(messenger.client)
  const person = useStore(messenger.person)
  const [reader, setReader] = useState<Reader | null>(null)
  const phone = usePhoneInView(messenger)
  if (person === null) return <p className="waiting">Waiting for the demo server…</p>

  return (
    <div className="page" data-theme={theme}>
      <div className="stage">
        <Intro messenger={messenger} />
        <NextStep messenger={messenger} person={person} />
        <main ref={phone} className="device-place" aria-label="Telegram, simulated">
          <Device messenger={messenger} person={person} />
        </main>
        <StoryList messenger={messenger} person={person} />
        <aside className="side" aria-label="Your side">
          <EventFeed messenger={messenger} />
          {READERS.map(({ name, text }) => (
            <button
              key={name}
              type="button"
              className="reader-link"
              data-testid={name}
              aria-expanded={reader === name}
              aria-controls="for-reader"
              onClick={() => setReader(reader === name ? null : name)}
            >
              {text}
            </button>
          ))}
          <Panel messenger={messenger} person={person} />
        </aside>
        <p className="small-print">
          Telegram, wallets and chains are simulated here, and nothing leaves this machine. The bot,
          the server and the proofs are real.
        </p>
      </div>
      <div id="for-reader">
        {reader === 'developer' && <Examples messenger={messenger} person={person} />}
        {reader === 'operator' && <GoLive />}
      </div>
      <EventStrip messenger={messenger} />
    </div>
  )
}

/** Brings the phone into view when it shows something else: in a narrow window it begins below the introduction. */
function usePhoneInView({ view, miniApp, wallet }: Messenger): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    const show = () => {
      place.current?.scrollIntoView({ block: 'nearest' })
    }
    const ends = [view, miniApp, wallet].map((store) => store.listen(show))
    return () => ends.forEach((end) => end())
  }, [view, miniApp, wallet])
  return place
}
