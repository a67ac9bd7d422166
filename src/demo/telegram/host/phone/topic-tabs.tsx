import type { WorldChat } from '../../snapshot.ts'
import { Icon } from '../icon.tsx'
import type { Host } from '../store/host.ts'

type Props = { host: Host; chat: WorldChat; threadId: number | null }

/** The topics of a forum, the general one first. */
export function TopicTabs({ host, chat, threadId }: Props) {
  return (
    <nav className="topics" aria-label="Topics">
      <TopicTab
        testId="topic-general"
        name="General"
        isOpen={threadId === null}
        onOpen={() => host.openTopic(null)}
      />
      {chat.topics.map(({ id, name }) => (
        <TopicTab
          key={id}
          testId={`topic-${id}`}
          name={name}
          isOpen={threadId === id}
          onOpen={() => host.openTopic(id)}
        />
      ))}
    </nav>
  )
}

type TabProps = { testId: string; name: string; isOpen: boolean; onOpen: () => void }

function TopicTab({ testId, name, isOpen, onOpen }: TabProps) {
  return (
    <button
      type="button"
      className="topic"
      data-testid={testId}
      aria-current={isOpen}
      onClick={onOpen}
    >
      <Icon name="hash" />
      <span dir="auto">{name}</span>
    </button>
  )
}
