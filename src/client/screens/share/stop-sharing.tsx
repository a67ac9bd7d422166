import { revokeCard } from '#shared/api/revoke-card.ts'
import { unless } from '../../api/api-error.ts'
import { CROSS } from '../../ui/icons.ts'
import { TaskSection } from '../actions/task-cell.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { useCore } from '../context/context.ts'

type Props = {
  /** Of the member's own card. */
  code: string
  onStopped?: () => void
}

/** Stops sharing a card, after a question. */
export function StopSharing({ code, onStopped }: Props) {
  const { api, member } = useCore()
  const messages = useMessagesOf('sharing')
  const stop = async () => {
    // A card that no longer exists is no longer shared.
    await api.call(revokeCard, { id: code }).catch(unless('card-gone', 'not-found'))
    void member.renew()
    onStopped?.()
  }
  return (
    <TaskSection
      icon={CROSS}
      tone="destructive"
      title={messages.stop}
      loss={messages.stopAsk}
      work={stop}
      hasHaptic
    />
  )
}
