import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { HostEvent } from '#shared/api/host/host-event.ts'
import type { StoryState } from '#demo/telegram/story-contract.ts'
import type { WorldSnapshot } from '../../snapshot.ts'
import { Icon } from '../icon.tsx'
import type { Messenger } from '../store/messenger.ts'
import { getSentence } from './event-feed.tsx'

/** How much of the feed has to be in the window to count as seen. */
const MARGIN = '0px 0px -120px'

/** Leads to a new event where its feed is outside the window, as on a phone. */
export function EventStrip({ messenger }: { messenger: Messenger }) {
  const latest = useStore(messenger.connection.latest)
  return latest === null ? null : <Unseen story={latest.story} world={latest.world} />
}

function Unseen({ story, world }: { story: StoryState; world: WorldSnapshot }) {
  const event = useUnseen(story.received[0]?.event)
  if (event === undefined) return null
  return (
    <button
      type="button"
      className="event-strip"
      data-testid="event-strip"
      onClick={() => document.getElementById('feed')?.scrollIntoView()}
    >
      <Icon name="check" />
      <span>
        Your code now knows: <b>{getSentence(event, world) ?? event.type}</b>
      </span>
      <Icon name="down" />
    </button>
  )
}

/** An event counts as seen once the feed is in the window; those from before the page was opened do as well. */
function useUnseen(newest: HostEvent | undefined): HostEvent | undefined {
  const [seen, setSeen] = useState(newest?.id)
  const isFeedShown = useIsFeedShown()
  if (isFeedShown && newest?.id !== seen) setSeen(newest?.id)
  return isFeedShown || newest?.id === seen ? undefined : newest
}

/** True until the browser has said otherwise. */
function useIsFeedShown(): boolean {
  const [isShown, setShown] = useState(true)
  useEffect(() => {
    const feed = document.getElementById('feed')
    if (feed === null) return
    const observer = new IntersectionObserver(
      (entries) => setShown(entries.at(-1)?.isIntersecting ?? true),
      { rootMargin: MARGIN },
    )
    observer.observe(feed)
    return () => observer.disconnect()
  }, [])
  return isShown
}
