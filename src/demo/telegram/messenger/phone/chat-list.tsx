import { GROUP } from '../../people.ts'
import type { WorldChat, WorldJoin, WorldSnapshot } from '../../snapshot.ts'
import { chatEntries, type ChatEntry, joinableChats } from '../store/chats.ts'
import type { MessengerPerson } from '../store/messenger-core.ts'
import type { Messenger } from '../store/messenger.ts'
import { Avatar } from './avatar.tsx'
import { getClock } from './message.tsx'

type Props = { messenger: Messenger; person: MessengerPerson; world: WorldSnapshot }

export function ChatList({ messenger, person, world }: Props) {
  return (
    <section className="chat-list" aria-label="Chats">
      <header className="bar bar-plain">
        <span className="bar-edge" />
        <h2 className="bar-title">Chats</h2>
        <span className="bar-edge" />
      </header>
      <ul className="chats">
        {chatEntries(world, person).map((entry) => (
          <ChatRow
            key={entry.id}
            entry={entry}
            preview={getPreview(entry, person)}
            onOpen={() => messenger.openChat(entry.id)}
          />
        ))}
        {joinableChats(world, person).map((chat) => (
          <JoinRow
            key={chat.id}
            chat={chat}
            join={world.joins.find(
              (join) => join.chatId === chat.id && join.accountId === person.id,
            )}
            onAsk={() => void messenger.askToJoin(chat.id)}
          />
        ))}
      </ul>
    </section>
  )
}

const JOIN_STATES = {
  asked: 'Asking the group’s bot…',
  shown: 'The group’s bot asks you something',
  queued: 'Request sent: the administrators decide',
} as const

type JoinRowProps = { chat: WorldChat; join: WorldJoin | undefined; onAsk: () => void }

/** A group to ask at; a request can be made anew. */
function JoinRow({ chat, join, onAsk }: JoinRowProps) {
  return (
    <li>
      <button type="button" className="chat-row" data-testid={`join-${chat.id}`} onClick={onAsk}>
        <Avatar id={chat.id} name={chat.title} />
        <span className="chat-row-text">
          <span className="chat-row-top">
            <span className="chat-row-title" dir="auto">
              {chat.title}
            </span>
            <span className="badge">Ask to join</span>
          </span>
          <span className="chat-row-preview">
            {join === undefined ? 'You are not in this group' : JOIN_STATES[join.state]}
          </span>
        </span>
      </button>
    </li>
  )
}

/** What stands there while the chat is empty. */
function getPreview({ kind }: ChatEntry, person: MessengerPerson): string {
  switch (kind) {
    case 'bot':
      return person.bot.shortDescription || 'Open this chat and press START'
    case 'group':
      return 'Say hello, or ask the bot with /connect'
    case 'direct':
      return 'Say hello'
  }
}

type RowProps = { entry: ChatEntry; preview: string; onOpen: () => void }

function ChatRow({ entry, preview, onOpen }: RowProps) {
  const { title, last } = entry
  return (
    <li>
      <button type="button" className="chat-row" data-testid={getTestId(entry)} onClick={onOpen}>
        <Avatar id={entry.faceId} name={title} />
        <span className="chat-row-text">
          <span className="chat-row-top">
            <span className="chat-row-title" dir="auto">
              {title}
            </span>
            <Badge entry={entry} />
            {last !== undefined && <time className="chat-row-time">{getClock(last.date)}</time>}
          </span>
          <span className="chat-row-preview" dir="auto">
            {last?.file?.name ?? last?.text ?? preview}
          </span>
        </span>
      </button>
    </li>
  )
}

function getTestId({ id, kind }: ChatEntry): string {
  if (kind === 'bot') return 'chat-bot'
  return id === GROUP.id ? 'chat-group' : `chat-${id}`
}

function Badge({ entry: { kind, size } }: { entry: ChatEntry }) {
  if (kind === 'direct') return null
  return <span className="badge">{kind === 'bot' ? 'bot' : size}</span>
}
