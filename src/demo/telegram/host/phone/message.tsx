import type { ChatMessage, WorldSnapshot, WorldChat } from '../../snapshot.ts'
import { Icon } from '../icon.tsx'
import { getAccountName } from '../store/chats.ts'
import type { HostPerson } from '../store/host-core.ts'
import type { Host } from '../store/host.ts'
import { Avatar } from './avatar.tsx'
import { getClock } from './clock.ts'
import { Keyboard } from './keyboard.tsx'
import { MessageMenu } from './message-menu.tsx'
import { RichText } from './rich-text.tsx'

type Props = {
  host: Host
  person: HostPerson
  world: WorldSnapshot
  /** Null in the chat with the bot. */
  chat: WorldChat | null
  message: ChatMessage
}

export function Message(props: Props) {
  const { message } = props
  if (message.senderId !== null) return <Written {...props} senderId={message.senderId} />
  return (
    <p className="notice" data-testid="notice">
      {message.text}
    </p>
  )
}

function Written({ senderId, ...props }: Props & { senderId: number }) {
  const { host, person, world, chat, message } = props
  const isOwn = senderId === person.id
  const isBot = senderId === world.bot.id
  const author = isBot ? person.bot.name : getAccountName(world, senderId)
  const isNamed = chat !== null && chat.kind !== 'direct' && !isOwn
  return (
    <div
      className="message"
      data-side={isOwn ? 'own' : 'other'}
      data-testid={getTestId(isOwn, isBot)}
    >
      {isNamed && <Avatar id={senderId} name={author} />}
      <div className="message-body">
        <article className="bubble" aria-label={isOwn ? 'You' : author}>
          <Origin {...props} senderId={senderId} author={isNamed ? author : null} />
          <p className="bubble-text" dir="auto">
            <RichText host={host} message={message} />
            <Meta message={message} isOwn={isOwn} />
          </p>
        </article>
        <Keyboard
          keyboard={message.keyboard}
          onPress={(button) => void host.pressInlineButton(message, button)}
        />
        <MessageMenu onForward={() => void host.forward(message)} />
      </div>
    </div>
  )
}

function getTestId(isOwn: boolean, isBot: boolean): string {
  if (isBot) return 'bot-message'
  return isOwn ? 'own-message' : 'other-message'
}

type OriginProps = Props & {
  senderId: number
  /** Null where it goes without saying. */
  author: string | null
}

/** Who sends it, by way of what, and who wrote it first. */
function Origin({ host, world, message, senderId, author }: OriginProps) {
  return (
    <>
      {(author !== null || message.isViaBot) && (
        <p className="bubble-author" data-colour={senderId % COLOURS}>
          {author !== null && <span dir="auto">{author} </span>}
          {message.isViaBot && (
            <button
              type="button"
              className="via-bot"
              data-testid="via-bot"
              onClick={() => host.mentionBot()}
            >
              via @{world.bot.username}
            </button>
          )}
        </p>
      )}
      {message.forwardedFrom !== null && (
        <p className="bubble-forwarded" data-testid="forwarded-from">
          Forwarded from <bdi>{message.forwardedFrom}</bdi>
        </p>
      )}
    </>
  )
}

const COLOURS = 6

function Meta({ message, isOwn }: { message: ChatMessage; isOwn: boolean }) {
  return (
    <span className="bubble-meta">
      {message.editDate !== null && 'edited '}
      {getClock(message.date)}
      {isOwn && <Icon name="check" />}
    </span>
  )
}
