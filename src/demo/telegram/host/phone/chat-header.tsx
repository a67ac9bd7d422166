import { Icon } from '../icon.tsx'
import { Avatar } from './avatar.tsx'

type Props = { faceId: number; title: string; subtitle: string; onBack: () => void }

export function ChatHeader({ faceId, title, subtitle, onBack }: Props) {
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
