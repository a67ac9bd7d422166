import { sendProof } from '#shared/api/send-proof.ts'
import type { SharingMessages } from '../../i18n/messages.ts'
import { ActionCell } from '../../ui/cell.tsx'
import { FILE } from '../../ui/icons.ts'
import { Section } from '../../ui/section.tsx'
import { Toast } from '../../ui/toast.tsx'
import { LocalizedSection } from '../localized-section.tsx'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { useSharingMessages } from '../share/use-sharing-messages.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { useTask } from '../use-task.ts'
import { useToast } from '../use-toast.ts'

/** Has the bot send the member the proof of a wallet as a file. */
export function TakeProof({ walletId }: { walletId: string }) {
  const messages = useSharingMessages()
  return (
    <LocalizedSection messages={messages}>
      {(ready) => <Take walletId={walletId} messages={ready} />}
    </LocalizedSection>
  )
}

function Take({ walletId, messages }: { walletId: string; messages: SharingMessages }) {
  const { api } = useCore()
  const { telegram } = useServices()
  const { run, isBusy, problem } = useTask()
  const { showToast, toast } = useToast()
  const take = async () => {
    await api.call(sendProof, { id: walletId })
    telegram.haptic('success')
    showToast(messages.proof.taken)
  }
  return (
    <>
      <Section footer={messages.proof.takeNote}>
        <ActionCell
          icon={FILE}
          title={messages.proof.take}
          isBusy={isBusy}
          onPress={() => run(take)}
        />
        <Toast text={toast} />
      </Section>
      <ProblemNotice code={problem} />
    </>
  )
}
