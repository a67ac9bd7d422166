import { revokeCard } from '#shared/api/revoke-card.ts'
import { getProblemCode } from '../../api/api-error.ts'
import { CROSS } from '../../ui/icons.ts'
import { TaskSection } from '../actions/task-cell.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { useCore } from '../context/use-core.ts'
import { useServices } from '../context/use-services.ts'

type Props = {
  /** Of the member's own card. */
  code: string
  onStopped?: () => void
}

/** Stops sharing a card, after a question. */
export function StopSharing({ code, onStopped }: Props) {
  const { api, member } = useCore()
  const { telegram } = useServices()
  const messages = useMessagesOf('sharing')
  const stop = async () => {
    await api.call(revokeCard, { id: code }).catch(unlessGone)
    telegram.haptic('success')
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
    />
  )
}

/** Treats a card that no longer exists as a success. */
function unlessGone(error: unknown): void {
  const code = getProblemCode(error)
  if (code !== 'card-gone' && code !== 'not-found') throw error
}
