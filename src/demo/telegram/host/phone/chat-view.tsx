import type { ChatMessage, Snapshot } from '../../snapshot.ts'
import { Icon } from '../icon.tsx'
import type { Person, View } from '../store/host-core.ts'
import type { Host } from '../store/host.ts'
import { Avatar } from './avatar.tsx'
import { Composer } from './composer.tsx'
import { Message } from './message.tsx'

type OpenChat = Exclude<View, { kind: 'chats' }>
type Props = { host: Host; person: Person; world: Snapshot; view: OpenChat }

export function ChatView({ host, person, world, view }: Props) {
  const chatId = view.kind === 'bot' ? person.id : world.group.id
  const messages = world.messages.filter((message) => message.chatId === chatId)
  return (
    <section className="chat" aria-label={`Chat: ${titleOf(person, world, view)}`}>
      <ChatHeader
        id={view.kind === 'bot' ? world.bot.id : world.group.id}
        title={titleOf(person, world, view)}
        subtitle={view.kind === 'bot' ? 'bot' : `${world.accounts.length + 1} members`}
        onBack={() => host.view.set({ kind: 'chats' })}
      />
      <MessageList host={host} person={person} world={world} messages={messages} />
      <Composer
        key={`${person.id}:${view.kind}:${view.draft}`}
        host={host}
        person={person}
        view={view}
        isEmpty={messages.length === 0}
      />
    </section>
  )
}

function titleOf(person: Person, world: Snapshot, view: OpenChat): string {
  return view.kind === 'bot' ? person.bot.name : world.group.title
}

type HeaderProps = { id: number; title: string; subtitle: string; onBack: () => void }

function ChatHeader({ id, title, subtitle, onBack }: HeaderProps) {
  return (
    <header className="bar">
      <button
        type="button"
        className="bar-button"
        data-testid="chat-back"
        aria-label="Back to chats"
        onClick={onBack}
      >
        <Icon name="back" />
      </button>
      <div className="bar-middle">
        <h2 className="bar-title" dir="auto">
          {title}
        </h2>
        <span className="bar-subtitle">{subtitle}</span>
      </div>
      <Avatar id={id} name={title} />
    </header>
  )
}

type ListProps = { host: Host; person: Person; world: Snapshot; messages: ChatMessage[] }

function MessageList({ host, person, world, messages }: ListProps) {
  return (
    <div className="messages sticks-to-end">
      <div className="messages-column" role="log" aria-label="Messages">
        {messages.length === 0 && <Introduction person={person} />}
        {messages.map((message) => (
          <Message key={message.id} host={host} person={person} world={world} message={message} />
        ))}
      </div>
    </div>
  )
}

function Introduction({ person }: { person: Person }) {
  return (
    <div className="introduction">
      <p className="introduction-title">What can this bot do?</p>
      <p dir="auto">{person.bot.description || 'Press START and see.'}</p>
    </div>
  )
}
