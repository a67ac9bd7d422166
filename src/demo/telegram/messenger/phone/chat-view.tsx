import type { ChatMessage, WorldSnapshot, WorldChat } from '../../snapshot.ts'
import { getAccountName, isForum, messagesIn, otherIn, getSize, getTitle } from '../store/chats.ts'
import type { ChatPlace, MessengerPerson } from '../store/messenger-core.ts'
import type { Messenger } from '../store/messenger.ts'
import { BotComposer, InputBar } from './composer.tsx'
import { Message } from './message.tsx'
import { Icon } from '../icon.tsx'
import { Avatar } from './avatar.tsx'

type Props = { messenger: Messenger; person: MessengerPerson; world: WorldSnapshot }

/** The person's own chat with the bot. */
export function BotChat({ messenger, person, world, payload }: Props & { payload: string | null }) {
  const messages = world.messages.filter(({ chatId }) => chatId === person.id)
  return (
    <section className="chat" aria-label={`Chat: ${person.bot.name}`}>
      <ChatHeader
        faceId={world.bot.id}
        title={person.bot.name}
        subtitle="bot"
        onBack={() => messenger.back()}
      />
      <MessageList
        messenger={messenger}
        person={person}
        world={world}
        chat={null}
        messages={messages}
      />
      <BotComposer
        key={person.id}
        messenger={messenger}
        person={person}
        world={world}
        isWaitingForStart={messages.length === 0 || payload !== null}
      />
    </section>
  )
}

/** A chat of people, or the topic in view of a forum. */
export function PeopleChat({
  place,
  chat,
  ...props
}: Props & { place: ChatPlace; chat: WorldChat }) {
  const { messenger, person, world } = props
  const messages = messagesIn(world, chat).filter(
    ({ threadId }) => !isForum(chat) || threadId === place.threadId,
  )
  const title = getTitle(world, person, chat)
  return (
    <section className="chat" aria-label={`Chat: ${title}`}>
      <ChatHeader
        faceId={chat.kind === 'direct' ? otherIn(chat, person) : chat.id}
        title={title}
        subtitle={getSubtitle(chat)}
        onBack={() => messenger.back()}
      />
      <JoinBar messenger={messenger} person={person} world={world} chat={chat} />
      {isForum(chat) && <TopicTabs messenger={messenger} chat={chat} threadId={place.threadId} />}
      <MessageList
        messenger={messenger}
        person={person}
        world={world}
        chat={chat}
        messages={messages}
      />
      <InputBar
        key={`${person.id}:${chat.id}:${place.threadId}`}
        messenger={messenger}
        world={world}
        commands={chat.bot === 'absent' ? [] : person.bot.groupCommands}
      />
    </section>
  )
}

function getSubtitle(chat: WorldChat): string {
  if (chat.kind === 'direct') return 'last seen recently'
  return `${getSize(chat)} members`
}

type ListProps = Props & {
  /** Null for the chat with the bot. */
  chat: WorldChat | null
  messages: ChatMessage[]
}

function MessageList({ messages, ...props }: ListProps) {
  return (
    <div className="messages sticks-to-end">
      <div className="messages-column" role="log" aria-label="Messages">
        {messages.length === 0 && <Introduction {...props} />}
        {messages.map((message) => (
          <Message key={`${message.chatId}:${message.id}`} {...props} message={message} />
        ))}
      </div>
    </div>
  )
}

function Introduction({ person, chat }: Omit<ListProps, 'messages'>) {
  if (chat !== null) return <p className="notice notice-empty">No messages here yet</p>
  return (
    <div className="introduction">
      <p className="introduction-title">What can this bot do?</p>
      <p dir="auto">{person.bot.description || 'Press START and see.'}</p>
    </div>
  )
}

/** What administrators see of those who wait before the group. */
function JoinBar({ messenger, person, world, chat }: Props & { chat: WorldChat }) {
  const waiting = world.joins.filter(
    ({ chatId, state }) => chatId === chat.id && state === 'queued',
  )
  if (!chat.administrators.includes(person.id)) return null
  return waiting.map(({ accountId }) => (
    <div key={accountId} className="join-bar" data-testid={`waiting-${accountId}`}>
      <span>
        <bdi>{getAccountName(world, accountId)}</bdi> asks to join
      </span>
      {DECISIONS.map(([text, isAdmitted]) => (
        <button
          key={text}
          type="button"
          className="link-button"
          onClick={() => void messenger.decideJoin(accountId, isAdmitted)}
        >
          {text}
        </button>
      ))}
    </div>
  ))
}

const DECISIONS = [
  ['Dismiss', false],
  ['Add', true],
] as const

type ChatHeaderProps = { faceId: number; title: string; subtitle: string; onBack: () => void }

function ChatHeader({ faceId, title, subtitle, onBack }: ChatHeaderProps) {
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
        <span className="bar-subtitle" dir="auto">
          {subtitle}
        </span>
      </div>
      <Avatar id={faceId} name={title} />
    </header>
  )
}

type TopicTabsProps = { messenger: Messenger; chat: WorldChat; threadId: number | null }

/** The topics of a forum, the general one first. */
function TopicTabs({ messenger, chat, threadId }: TopicTabsProps) {
  return (
    <nav className="topics" aria-label="Topics">
      <TopicTab
        testId="topic-general"
        name="General"
        isOpen={threadId === null}
        onOpen={() => messenger.openTopic(null)}
      />
      {chat.topics.map(({ id, name }) => (
        <TopicTab
          key={id}
          testId={`topic-${id}`}
          name={name}
          isOpen={threadId === id}
          onOpen={() => messenger.openTopic(id)}
        />
      ))}
    </nav>
  )
}

type TabProps = { testId: string; name: string; isOpen: boolean; onOpen: () => void }

function TopicTab({ testId, name, isOpen, onOpen }: TabProps) {
  return (
    <button
      type="button"
      className="topic"
      data-testid={testId}
      aria-current={isOpen}
      onClick={onOpen}
    >
      <Icon name="hash" />
      <span dir="auto">{name}</span>
    </button>
  )
}
