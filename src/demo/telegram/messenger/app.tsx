import { useStore } from '@nanostores/react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Examples } from './developer/examples.tsx'
import { GoLive } from './developer/go-live.tsx'
import { EventFeed } from './events/event-feed.tsx'
import { EventStrip } from './events/event-strip.tsx'
import { Intro } from './intro/intro.tsx'
import { NextStep, StoryList } from './intro/story-list.tsx'
import { Panel } from './panel/panel.tsx'
import { Device } from './device.tsx'
import { Icon } from './icon.tsx'
import type { Messenger } from './store/messenger.ts'

/** Who wants to know more than the demo shows. */
type Reader = 'developer' | 'operator'
const READERS = [
  {
    name: 'developer',
    title: 'I am a developer',
    text: 'Ask the API with a key of this demo, see its whole answer, and receive the events.',
  },
  {
    name: 'operator',
    title: 'I want it for my community',
    text: 'What you need, and the commands from here to a bot of your own.',
  },
] as const satisfies readonly { name: Reader; title: string; text: string }[]

export function App({ messenger }: { messenger: Messenger }) {
  const { theme } = useStore(messenger.client)
  const person = useStore(messenger.person)
  const hasOperator = useStore(messenger.connection.latest)?.hasOperator ?? true
  const [reader, setReader] = useState<Reader | null>(null)
  const phone = usePhoneInView(messenger)
  if (person === null) return <p className="waiting">Waiting for the demo server…</p>

  return (
    <div className="page" data-theme={theme}>
      <div className="stage">
        <Intro messenger={messenger} />
        {hasOperator && <NextStep messenger={messenger} person={person} />}
        <main ref={phone} className="device-place" aria-label="Telegram, simulated">
          <Device messenger={messenger} person={person} />
        </main>
        {hasOperator ? <StoryList messenger={messenger} person={person} /> : <OwnOperator />}
        <aside className="side" aria-label="Your side">
          {hasOperator && <EventFeed messenger={messenger} />}
          {hasOperator &&
            READERS.map(({ name, title, text }) => (
              <button
                key={name}
                type="button"
                className="reader"
                data-testid={name}
                aria-expanded={reader === name}
                aria-controls="for-reader"
                onClick={() => setReader(reader === name ? null : name)}
              >
                <span className="reader-title">{title}</span>
                <span className="reader-text">{text}</span>
                <Icon name="down" />
              </button>
            ))}
          <Panel messenger={messenger} person={person} />
        </aside>
      </div>
      <div id="for-reader">
        {reader === 'developer' && <Examples messenger={messenger} person={person} />}
        {reader === 'operator' && <GoLive />}
      </div>
      <EventStrip messenger={messenger} />
    </div>
  )
}

/** Instead of the stories, where the visitor is the operator. */
function OwnOperator() {
  return (
    <section className="stories" aria-label="Steps">
      <p className="card-note">
        You are the operator here: Clasp is what you set up and start. docs/first-run.md in the
        repository leads through it, and your own code receives the events.
      </p>
    </section>
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
