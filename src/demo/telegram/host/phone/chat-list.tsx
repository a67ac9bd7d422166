import type { ChatMessage, Snapshot } from '../../snapshot.ts'
import type { Person } from '../store/host-core.ts'
import type { Host } from '../store/host.ts'
import { Avatar } from './avatar.tsx'
import { clockOf } from './clock.ts'

export function ChatList({ host, person, world }: { host: Host; person: Person; world: Snapshot }) {
  return (
    <section className="chat-list" aria-label="Chats">
      <header className="bar bar-plain">
        <span className="bar-edge" />
        <h2 className="bar-title">Chats</h2>
        <span className="bar-edge" />
      </header>
      <ul className="chats">
        <ChatRow
          testId="chat-bot"
          id={world.bot.id}
          title={person.bot.name}
          badge="bot"
          last={lastIn(world, person.id)}
          preview={person.bot.shortDescription || 'Open this chat and press START'}
          onOpen={() => host.view.set({ kind: 'bot', payload: null, draft: '' })}
        />
        <ChatRow
          testId="chat-group"
          id={world.group.id}
          title={world.group.title}
          badge={`${world.accounts.length + 1}`}
          last={lastIn(world, world.group.id)}
          preview="Say hello, or ask the bot with /connect"
          onOpen={() => host.view.set({ kind: 'group', draft: '' })}
        />
      </ul>
    </section>
  )
}

function lastIn(world: Snapshot, chatId: number): ChatMessage | undefined {
  return world.messages.findLast((message) => message.chatId === chatId)
}

type RowProps = {
  testId: string
  id: number
  title: string
  badge: string
  last: ChatMessage | undefined
  /** Shown while the chat is empty. */
  preview: string
  onOpen: () => void
}

function ChatRow({ testId, id, title, badge, last, preview, onOpen }: RowProps) {
  return (
    <li>
      <button type="button" className="chat-row" data-testid={testId} onClick={onOpen}>
        <Avatar id={id} name={title} />
        <span className="chat-row-text">
          <span className="chat-row-top">
            <span className="chat-row-title" dir="auto">
              {title}
            </span>
            <span className="badge">{badge}</span>
            {last !== undefined && <time className="chat-row-time">{clockOf(last.date)}</time>}
          </span>
          <span className="chat-row-preview" dir="auto">
            {last?.text ?? preview}
          </span>
        </span>
      </button>
    </li>
  )
}
