import { revokeCard } from '#shared/api/revoke-card.ts'
import { getProblemCode } from '../../api/api-error.ts'
import type { SharingMessages } from '../../i18n/messages.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { ActionCell } from '../../ui/cell.tsx'
import { CROSS } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { useCore } from '../context/use-core.ts'
import { useServices } from '../context/use-services.ts'
import { useTask } from '../actions/use-task.ts'

type Props = {
  /** Of the member's own card. */
  code: string
  messages: SharingMessages
  onStopped: () => void
}

/** Stops sharing a card, after a question. */
export function StopSharing({ code, messages, onStopped }: Props) {
  const { api } = useCore()
  const { telegram } = useServices()
  const { common } = useMessages()
  const { run, isBusy, problem } = useTask()
  const stop = async () => {
    const question = { ...messages.stopAsk, cancel: common.cancel, destructive: true }
    if (!(await telegram.ask(question))) return
    await api.call(revokeCard, { id: code }).catch(unlessGone)
    telegram.haptic('success')
    onStopped()
  }
  return (
    <>
      <Section>
        <ActionCell
          icon={CROSS}
          tone="destructive"
          title={messages.stop}
          isBusy={isBusy}
          onPress={() => run(stop)}
        />
      </Section>
      <ProblemNotice code={problem} />
    </>
  )
}

/** Treats a card that no longer exists as a success. */
function unlessGone(error: unknown): void {
  const code = getProblemCode(error)
  if (code !== 'card-gone' && code !== 'not-found') throw error
}
