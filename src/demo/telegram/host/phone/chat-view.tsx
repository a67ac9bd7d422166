import type { ChatMessage, WorldSnapshot, WorldChat } from '../../snapshot.ts'
import { isForum, messagesIn, otherIn, getSize, getTitle } from '../store/chats.ts'
import type { ChatPlace, HostPerson } from '../store/host-core.ts'
import type { Host } from '../store/host.ts'
import { ChatHeader } from './chat-header.tsx'
import { BotComposer, InputBar } from './composer.tsx'
import { Message } from './message.tsx'
import { TopicTabs } from './topic-tabs.tsx'

type Props = { host: Host; person: HostPerson; world: WorldSnapshot }

/** The person's own chat with the bot. */
export function BotChat({ host, person, world, payload }: Props & { payload: string | null }) {
  const messages = world.messages.filter(({ chatId }) => chatId === person.id)
  return (
    <section className="chat" aria-label={`Chat: ${person.bot.name}`}>
      <ChatHeader
        faceId={world.bot.id}
        title={person.bot.name}
        subtitle="bot"
        onBack={() => host.back()}
      />
      <MessageList host={host} person={person} world={world} chat={null} messages={messages} />
      <BotComposer
        key={person.id}
        host={host}
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
  const { host, person, world } = props
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
        onBack={() => host.back()}
      />
      {isForum(chat) && <TopicTabs host={host} chat={chat} threadId={place.threadId} />}
      <MessageList host={host} person={person} world={world} chat={chat} messages={messages} />
      <InputBar
        key={`${person.id}:${chat.id}:${place.threadId}`}
        host={host}
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
