import type { ChatMessage, InlineButton, Snapshot } from '../../snapshot.ts'
import { Icon } from '../icon.tsx'
import type { IconName } from '../icon.tsx'
import type { Person } from '../store/host-core.ts'
import type { Host } from '../store/host.ts'
import { Avatar } from './avatar.tsx'
import { clockOf } from './clock.ts'
import { RichText } from './rich-text.tsx'

type Props = { host: Host; person: Person; world: Snapshot; message: ChatMessage }

export function Message({ host, person, world, message }: Props) {
  if (message.senderId === null) {
    return (
      <p className="notice" data-testid="notice">
        {message.text}
      </p>
    )
  }
  const isOwn = message.senderId === person.id
  const isBot = message.senderId === world.bot.id
  const author = isBot ? person.bot.name : nameOf(world, message.senderId)
  const isGroup = message.chatId === world.group.id
  return (
    <div
      className="message"
      data-side={isOwn ? 'own' : 'other'}
      data-testid={testIdOf(isOwn, isBot)}
    >
      {isGroup && !isOwn && <Avatar id={message.senderId} name={author} />}
      <div className="message-body">
        <article className="bubble" aria-label={isOwn ? 'You' : author}>
          {isGroup && !isOwn && (
            <p className="bubble-author" data-colour={message.senderId % 6} dir="auto">
              {author}
            </p>
          )}
          <p className="bubble-text" dir="auto">
            <RichText host={host} message={message} />
            <Meta message={message} isOwn={isOwn} />
          </p>
        </article>
        <Keyboard host={host} message={message} />
      </div>
    </div>
  )
}

function testIdOf(isOwn: boolean, isBot: boolean): string {
  if (isBot) return 'bot-message'
  return isOwn ? 'own-message' : 'other-message'
}

function nameOf(world: Snapshot, accountId: number): string {
  const account = world.accounts.find(({ id }) => id === accountId)
  return [account?.firstName, account?.lastName].filter(Boolean).join(' ')
}

function Meta({ message, isOwn }: { message: ChatMessage; isOwn: boolean }) {
  return (
    <span className="bubble-meta">
      {message.editDate !== null && 'edited '}
      {clockOf(message.date)}
      {isOwn && <Icon name="check" />}
    </span>
  )
}

function Keyboard({ host, message }: { host: Host; message: ChatMessage }) {
  if (message.keyboard.length === 0) return null
  return (
    <div className="keyboard">
      {message.keyboard.map((row) => (
        <div className="keyboard-row" key={row.map((button) => button.text).join('\n')}>
          {row.map((button) => (
            <KeyboardButton key={button.text} host={host} message={message} button={button} />
          ))}
        </div>
      ))}
    </div>
  )
}

type ButtonProps = { host: Host; message: ChatMessage; button: InlineButton }

function KeyboardButton({ host, message, button }: ButtonProps) {
  const icon = iconOf(button)
  return (
    <button
      type="button"
      className="keyboard-button"
      data-testid="inline-button"
      data-style={button.style}
      onClick={() => void host.pressInlineButton(message, button)}
    >
      <span dir="auto">{button.text}</span>
      {icon !== null && <Icon name={icon} />}
    </button>
  )
}

function iconOf(button: InlineButton): IconName | null {
  if ('url' in button) return 'out'
  return 'web_app' in button ? 'window' : null
}
