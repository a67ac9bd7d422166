import { useStore } from '@nanostores/react'
import { useEffect, useId, useState } from 'react'
import type { WorldSnapshot } from '../../snapshot.ts'
import { Icon } from '../icon.tsx'
import { Avatar } from '../phone/avatar.tsx'
import { Keyboard } from '../phone/keyboard.tsx'
import { RichText } from '../phone/rich-text.tsx'
import type { MessageLook, Picking } from '../mini-app/dialogs.ts'
import { chatEntries, type ChatEntry } from '../store/chats.ts'
import type { MessengerPerson } from '../store/messenger-core.ts'
import type { Messenger } from '../store/messenger.ts'

type Props = { messenger: Messenger; person: MessengerPerson; world: WorldSnapshot }

export function ChatPickerSheet(props: Props) {
  const picking = useStore(props.messenger.picker.current)
  return picking === null ? null : <OpenPicker {...props} picking={picking} />
}

type OpenProps = Props & { picking: Picking }

function OpenPicker(props: OpenProps) {
  const { messenger, picking } = props
  const titleId = useId()
  useEscape(() => messenger.picker.answer(null))
  return (
    <div className="picker-layer">
      <button
        type="button"
        className="dialog-backdrop"
        aria-label="Dismiss"
        tabIndex={-1}
        onClick={() => messenger.picker.answer(null)}
      />
      <dialog
        open
        className="picker"
        aria-modal="true"
        aria-labelledby={titleId}
        data-testid="chat-picker"
      >
        <header className="picker-header">
          <button
            type="button"
            className="picker-cancel"
            data-testid="picker-cancel"
            ref={focus}
            onClick={() => messenger.picker.answer(null)}
          >
            Cancel
          </button>
          <h2 id={titleId} className="bar-title">
            {picking.title}
          </h2>
        </header>
        <Choices {...props} />
      </dialog>
    </div>
  )
}

/** Where a message is to be sent is marked first and confirmed; where one goes on, one press is enough. */
function Choices({ messenger, person, world, picking }: OpenProps) {
  const [markedId, setMarkedId] = useState<number | null>(null)
  const { purpose } = picking
  const entries = chatEntries(world, person).filter(({ kind }) => picking.kinds.includes(kind))
  const pick = (chatId: number) => {
    if (purpose.does === 'send') setMarkedId(chatId)
    else messenger.picker.answer(chatId)
  }
  return (
    <>
      {purpose.does === 'send' && <Preview messenger={messenger} message={purpose.message} />}
      <ul className="picker-chats">
        {entries.map((entry) => (
          <PickRow
            key={entry.id}
            entry={entry}
            isMarked={entry.id === markedId}
            onPick={() => pick(entry.id)}
          />
        ))}
      </ul>
      {purpose.does === 'send' && (
        <div className="picker-foot">
          <button
            type="button"
            className="wide-button"
            data-testid="picker-send"
            disabled={markedId === null}
            onClick={() => messenger.picker.answer(markedId)}
          >
            Send
          </button>
        </div>
      )}
    </>
  )
}

type PickRowProps = { entry: ChatEntry; isMarked: boolean; onPick: () => void }

function PickRow({ entry, isMarked, onPick }: PickRowProps) {
  const { id, kind, title, faceId, size } = entry
  return (
    <li>
      <button
        type="button"
        className="picker-row"
        data-testid={`pick-${id}`}
        aria-pressed={isMarked}
        onClick={onPick}
      >
        <Avatar id={faceId} name={title} />
        <span className="picker-text">
          <b dir="auto">{title}</b>
          <span>{getSubtitle(kind, size)}</span>
        </span>
        {isMarked && <Icon name="check" />}
      </button>
    </li>
  )
}

function getSubtitle(kind: ChatEntry['kind'], size: number): string {
  switch (kind) {
    case 'bot':
      return 'bot'
    case 'direct':
      return 'last seen recently'
    case 'group':
      return `${size} members`
  }
}

/** How the message will look; nothing in it can be pressed yet. */
function Preview({ messenger, message }: { messenger: Messenger; message: MessageLook }) {
  return (
    <div className="picker-preview" data-testid="picker-preview" inert>
      <div className="message" data-side="own">
        <div className="message-body">
          <article className="bubble">
            <p className="bubble-text" dir="auto">
              <RichText messenger={messenger} message={message} />
            </p>
          </article>
          <Keyboard keyboard={message.keyboard} onPress={() => undefined} />
        </div>
      </div>
    </div>
  )
}

/**
 * A stable function: React calls it when the button appears and when it goes. The sheet is still on its way
 * then: nothing must be scrolled towards it.
 */
function focus(button: HTMLElement | null): void {
  button?.focus({ preventScroll: true })
}

function useEscape(onEscape: () => void): void {
  useEffect(() => {
    const dismiss = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEscape()
    }
    window.addEventListener('keydown', dismiss)
    return () => window.removeEventListener('keydown', dismiss)
  })
}
