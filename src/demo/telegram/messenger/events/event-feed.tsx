import { useStore } from '@nanostores/react'
import type { HostEvent } from '#shared/api/host/host-event.ts'
import type { Level } from '#shared/wallet.ts'
import type { ReceivedEvent } from '#demo/telegram/story-contract.ts'
import type { WorldSnapshot } from '../../snapshot.ts'
import { Icon } from '../icon.tsx'
import type { Messenger } from '../store/messenger.ts'

/** The events that the operator's code receives, while the member looks at the phone. */
export function EventFeed({ messenger }: { messenger: Messenger }) {
  const latest = useStore(messenger.connection.latest)
  const isOnline = useStore(messenger.connection.isOnline)
  if (latest === null) return null
  const { story, world } = latest
  const [newest, ...older] = story.received
  return (
    <section className="feed" id="feed" aria-labelledby="feed-title">
      <header className="feed-header">
        <h2 className="feed-title" id="feed-title">
          What your code hears
        </h2>
        <output className="feed-status" data-online={isOnline ? 'yes' : 'no'}>
          {isOnline ? 'Listening' : 'The demo has stopped'}
        </output>
      </header>
      <div className="feed-events" role="log" aria-label="Events" data-testid="events">
        {newest === undefined ? (
          <Silence />
        ) : (
          <Newest key={newest.event.id} received={newest} world={world} />
        )}
        {older.map(({ event }) => (
          <details key={event.id} className="feed-older" data-testid="event-older">
            <summary>
              <code>{event.type}</code>
              <Verified />
            </summary>
            <JsonLines value={event} />
          </details>
        ))}
      </div>
    </section>
  )
}

function Silence() {
  return (
    <div className="feed-silence">
      <code>POST /clasp</code>
      <p>The moment a member approves, a signed event drops in here.</p>
    </div>
  )
}

function Newest({ received, world }: { received: ReceivedEvent; world: WorldSnapshot }) {
  const { event, sinceAnswerMs } = received
  const sentence = getSentence(event, world)
  return (
    <article className="feed-newest" data-testid="event-newest" aria-label={event.type}>
      <p className="feed-type">
        <code>{event.type}</code>
        <Verified />
      </p>
      {sentence !== null && <p className="feed-sentence">{sentence}</p>}
      {sinceAnswerMs !== null && (
        <p className="feed-time" data-testid="event-time">
          {sinceAnswerMs.toLocaleString('en')} ms after the wallet answered
        </p>
      )}
      <JsonLines value={event} />
    </article>
  )
}

/** Nothing else gets here: an event without a valid signature is refused. */
function Verified() {
  return (
    <span className="feed-verified" title="HMAC-SHA256 over id, time and body: Standard Webhooks">
      <Icon name="check" />
      Signature verified
    </span>
  )
}

/** What the event means, in one sentence; null where its type says it. */
export function getSentence(event: HostEvent, world: WorldSnapshot): string | null {
  if (!('wallet' in event.data)) return null
  const { user, wallet } = event.data
  const member = world.accounts.find(({ id }) => String(id) === user.telegramId)
  const name = member?.firstName ?? 'A member'
  const address = `${wallet.displayAddress.slice(0, 4)}…${wallet.displayAddress.slice(-4)}`
  switch (event.type) {
    case 'wallet.linked':
      if (wallet.multisig === null) return `${name} controls ${address}`
      return `${name}: enough owners of ${address} agreed`
    case 'wallet.moved':
      return `${address} is now ${name}’s`
    case 'wallet.unlinked':
      if (event.data.by === 'operator') return `An admin unlinked ${address} from ${name}`
      return `${name} unlinked ${address}`
    case 'wallet.stale':
      return `${address} has to be proven again`
    case 'multisig.completed':
      return `Enough owners of ${address} agreed`
    default:
      return `${name} answered with ${address}`
  }
}

/** Fields by which code knows who controls what, and how well it is proven. */
const MARKED = /^\s*"(?:type|telegramId|displayAddress|level|requestCode|by)":/

/** JSON with a line for each field; long values end at the edge. */
function JsonLines({ value }: { value: unknown }) {
  const lines = JSON.stringify(value, null, 2).split('\n')
  return (
    <pre className="json" aria-label="Body">
      {[...lines.entries()].map(([number, line]) => (
        <JsonLine key={number} line={line} />
      ))}
    </pre>
  )
}

function JsonLine({ line }: { line: string }) {
  const level = LEVEL_LINE.exec(line)?.[1]
  return (
    <code data-marked={MARKED.test(line) ? 'yes' : undefined}>
      {line}
      {isLevel(level) && <span className="json-note">{LEVELS[level]}</span>}
      {'\n'}
    </code>
  )
}

/** How well a wallet is proven. */
const LEVELS = {
  key: 'its own key signed',
  account: 'its contract accepted',
  quorum: 'enough owners agreed',
  signer: 'one owner signed',
} as const satisfies Record<Level, string>
const LEVEL_LINE = /^\s*"level": "(\w+)"/

function isLevel(name: string | undefined): name is Level {
  return name !== undefined && Object.hasOwn(LEVELS, name)
}
