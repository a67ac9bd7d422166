import { useStore } from '@nanostores/react'
import type { Messenger } from '../store/messenger.ts'

const COLOURS = 6

/** What the bot offers for the query in the input. */
export function InlinePanel({ messenger }: { messenger: Messenger }) {
  const answer = useStore(messenger.inline)
  if (answer === null || (answer.results.length === 0 && answer.button === null)) return null
  return (
    <div className="inline-panel" data-testid="inline-panel">
      {answer.button !== null && (
        <button
          type="button"
          className="inline-top"
          data-testid="inline-button-top"
          onClick={() => messenger.pressInlineTop()}
        >
          <span dir="auto">{answer.button.text}</span>
        </button>
      )}
      <ul aria-label="Results">
        {answer.results.map(({ id, title, description }, index) => (
          <li key={id}>
            <button
              type="button"
              className="inline-result"
              data-testid="inline-result"
              onClick={() => void messenger.chooseInline(id)}
            >
              <span className="inline-letter" data-colour={index % COLOURS} aria-hidden="true">
                {title.slice(0, 1)}
              </span>
              <span className="inline-text">
                <b dir="auto">{title}</b>
                <span dir="auto">{description}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
