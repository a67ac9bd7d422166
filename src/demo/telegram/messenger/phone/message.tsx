import { useEffect, useRef, useState } from 'react'
import type { ChatMessage, ChatFile, WorldSnapshot, WorldChat } from '../../snapshot.ts'
import { Icon } from '../icon.tsx'
import { getAccountName } from '../store/chats.ts'
import type { MessengerPerson } from '../store/messenger-core.ts'
import type { Messenger } from '../store/messenger.ts'
import { Avatar } from './avatar.tsx'
import { Keyboard } from './keyboard.tsx'
import { RichText } from './rich-text.tsx'

type Props = {
  messenger: Messenger
  person: MessengerPerson
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
  const { messenger, person, world, chat, message } = props
  const isOwn = senderId === person.id
  const isBot = senderId === world.bot.id
  const author = isBot ? person.bot.name : getAccountName(world, senderId)
  const tag = chat?.tags.find(({ accountId }) => accountId === senderId)?.text
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
          <Origin {...props} senderId={senderId} author={isNamed ? author : null} tag={tag} />
          {message.file !== null && <FileLink file={message.file} />}
          <p className="bubble-text" dir="auto">
            <RichText messenger={messenger} message={message} />
            <Meta message={message} isOwn={isOwn} />
          </p>
        </article>
        <Keyboard
          keyboard={message.keyboard}
          onPress={(button) => void messenger.pressInlineButton(message, button)}
        />
        <MessageMenu onForward={() => void messenger.forward(message)} />
      </div>
    </div>
  )
}

/** A file of a message, which a press saves. */
function FileLink({ file }: { file: ChatFile }) {
  return (
    <a
      className="bubble-file"
      data-testid="file"
      href={`data:${file.type};base64,${file.base64}`}
      download={file.name}
    >
      <Icon name="file" />
      <bdi>{file.name}</bdi>
      <span>{file.size.toLocaleString('en')} bytes</span>
    </a>
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
  /** What the group calls the sender besides. */
  tag: string | undefined
}

/** Who sends it, by way of what, and who wrote it first. */
function Origin({ messenger, world, message, senderId, author, tag }: OriginProps) {
  return (
    <>
      {(author !== null || message.isViaBot) && (
        <p className="bubble-author" data-colour={senderId % COLOURS}>
          {author !== null && <span dir="auto">{author} </span>}
          {author !== null && tag !== undefined && <span className="badge">{tag}</span>}
          {message.isViaBot && (
            <button
              type="button"
              className="via-bot"
              data-testid="via-bot"
              onClick={() => messenger.mentionBot()}
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

/** Opens at a long press or the second button of the mouse on the message; its own button is for all else. */
function MessageMenu({ onForward }: { onForward: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const menu = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const message = menu.current?.parentElement
    const open = (event: Event) => {
      event.preventDefault()
      setOpen(true)
    }
    message?.addEventListener('contextmenu', open)
    return () => message?.removeEventListener('contextmenu', open)
  }, [])
  useEffect(() => {
    if (!isOpen) return undefined
    return onLeaving(menu.current, () => setOpen(false))
  }, [isOpen])

  return (
    <div className="message-menu" data-open={isOpen ? 'yes' : 'no'} ref={menu}>
      <button
        type="button"
        className="message-menu-button"
        data-testid="message-menu"
        aria-label="Message menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="dots" />
      </button>
      {isOpen && (
        <ul className="message-menu-items">
          <li>
            <button
              type="button"
              data-testid="forward"
              onClick={() => {
                setOpen(false)
                onForward()
              }}
            >
              <Icon name="forward" />
              Forward
            </button>
          </li>
        </ul>
      )}
    </div>
  )
}

/** Calls back at a press elsewhere and at Escape, until the returned function is called. */
function onLeaving(element: HTMLElement | null, leave: () => void): () => void {
  const pressed = ({ target }: PointerEvent) => {
    if (target instanceof Node && element?.contains(target) !== true) leave()
  }
  const typed = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') leave()
  }
  window.addEventListener('pointerdown', pressed)
  window.addEventListener('keydown', typed)
  return () => {
    window.removeEventListener('pointerdown', pressed)
    window.removeEventListener('keydown', typed)
  }
}

/** Hours and minutes of a Unix time in seconds. */
export function getClock(date: number): string {
  return new Date(date * 1000).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' })
}
