import type { InlineButton, InlineKeyboard } from '../../snapshot.ts'
import { Icon } from '../icon.tsx'
import type { IconName } from '../icon.tsx'

type Props = { keyboard: InlineKeyboard; onPress: (button: InlineButton) => void }

/** The buttons under a message. */
export function Keyboard({ keyboard, onPress }: Props) {
  if (keyboard.length === 0) return null
  return (
    <div className="keyboard">
      {keyboard.map((row) => (
        <div className="keyboard-row" key={row.map((button) => button.text).join('\n')}>
          {row.map((button) => (
            <KeyboardButton key={button.text} button={button} onPress={() => onPress(button)} />
          ))}
        </div>
      ))}
    </div>
  )
}

function KeyboardButton({ button, onPress }: { button: InlineButton; onPress: () => void }) {
  const icon = findIcon(button)
  return (
    <button
      type="button"
      className="keyboard-button"
      data-testid="inline-button"
      data-style={button.style}
      onClick={onPress}
    >
      <span dir="auto">{button.text}</span>
      {icon !== null && <Icon name={icon} />}
    </button>
  )
}

function findIcon(button: InlineButton): IconName | null {
  if ('url' in button) return 'out'
  if ('switch_inline_query' in button) return 'forward'
  return 'web_app' in button ? 'window' : null
}
