import type { RequestingMessages } from '../../i18n/messages.ts'
import { Section } from '../../ui/section.tsx'
import { SwitchCell } from '../../ui/switch-cell.tsx'

type Props = {
  isOn: boolean
  onChange: (isOn: boolean) => void
  messages: RequestingMessages['form']
}

/** Whether people outside the chat may answer. */
export function MembersSection({ isOn, onChange, messages }: Props) {
  return (
    <Section footer={isOn ? messages.membersNote : messages.everybodyNote}>
      <SwitchCell title={messages.membersOnly} isOn={isOn} onChange={onChange} />
    </Section>
  )
}
