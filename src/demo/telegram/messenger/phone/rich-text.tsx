import type { ReactNode } from 'react'
import type { Entity } from '../../snapshot.ts'
import type { MessageLook } from '../mini-app/dialogs.ts'
import type { Messenger } from '../store/messenger.ts'

type TextPiece = { start: number; text: string; entities: Entity[] }

/** The text of a message with its formatting; commands and links can be pressed. */
export function RichText({
  messenger,
  message,
}: {
  messenger: Messenger
  message: Omit<MessageLook, 'keyboard'>
}) {
  const pieces = getPieces(message)
  const quotes = message.entities.filter(({ type }) => type === 'blockquote')
  return getPieces({ ...message, entities: quotes }).map(({ start, text, entities }) => (
    <span key={start} className={entities.length === 0 ? undefined : 'text-blockquote'}>
      {pieces
        .filter((piece) => start <= piece.start && piece.start < start + text.length)
        .map((piece) => (
          <span key={piece.start}>
            {piece.entities.reduceRight<ReactNode>(
              (content, entity) => decorate(messenger, entity, { content, text: piece.text }),
              piece.text,
            )}
          </span>
        ))}
    </span>
  ))
}

/** Cuts the text wherever an entity starts or ends. */
function getPieces({ text, entities }: Omit<MessageLook, 'keyboard'>): TextPiece[] {
  const edges = new Set([0, text.length])
  entities.forEach(({ offset, length }) => edges.add(offset).add(offset + length))
  const sorted = [...edges].sort((a, b) => a - b)
  return sorted.slice(0, -1).map((start, index) => ({
    start,
    text: text.slice(start, sorted[index + 1]),
    entities: entities.filter(({ offset, length }) => offset <= start && start < offset + length),
  }))
}

function decorate(
  messenger: Messenger,
  entity: Entity,
  piece: { content: ReactNode; text: string },
): ReactNode {
  switch (entity.type) {
    case 'bold':
      return <b>{piece.content}</b>
    case 'italic':
      return <i>{piece.content}</i>
    case 'underline':
      return <u>{piece.content}</u>
    case 'strikethrough':
      return <s>{piece.content}</s>
    case 'code':
    case 'pre':
      return <code>{piece.content}</code>
    case 'bot_command':
      return press(piece.content, () => void messenger.sendText(piece.text))
    case 'url':
      return press(piece.content, () => void messenger.followLink(piece.text))
    case 'text_link':
      return press(piece.content, () => void messenger.followLink(entity.url))
    // Around several pieces.
    case 'blockquote':
      return piece.content
    default:
      return <span className={`text-${entity.type}`}>{piece.content}</span>
  }
}

function press(content: ReactNode, onPress: () => void): ReactNode {
  return (
    <button type="button" className="text-link" onClick={onPress}>
      {content}
    </button>
  )
}
