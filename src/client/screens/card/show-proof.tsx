import { showCardProof } from '#shared/api/show-card-proof.ts'
import type { Card } from '#shared/card.ts'
import { Section } from '../../ui/list.tsx'
import { SwitchCell } from '../../ui/switch-cell.tsx'
import { useMessagesOf } from '../arriving/use-section.ts'
import { ProblemNotice } from '../problem/problem-notice.tsx'
import { useCore } from '../context/use-services.ts'
import { useTask } from '../actions/use-task.ts'

type Props = { card: Card; onChange: () => void }

/** Whether everyone with the link of the member's own card gets the proof, too. Off until the member turns it on. */
export function ShowProof({ card, onChange }: Props) {
  const { proof } = useMessagesOf('sharing')
  const { api } = useCore()
  const { run, problem } = useTask()
  const show = async (isShown: boolean) => {
    await api.call(showCardProof, { id: card.code, body: { isShown } })
    onChange()
  }
  return (
    <>
      <Section footer={proof.showNote}>
        <SwitchCell
          title={proof.show}
          isOn={card.proof !== null}
          onChange={(isOn) => run(() => show(isOn))}
        />
      </Section>
      <ProblemNotice code={problem} />
    </>
  )
}
