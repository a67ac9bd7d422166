import type { AskingMessages } from '../../i18n/asking/messages.ts'
import { Section } from '../../ui/section.tsx'
import { SwitchCell } from '../../ui/switch-cell.tsx'

type Props = {
  isOn: boolean
  onChange: (isOn: boolean) => void
  words: AskingMessages['form']
}

/** Whether somebody who is not in the chat may answer. */
export function MembersSection({ isOn, onChange, words }: Props) {
  return (
    <Section footer={isOn ? words.membersNote : words.everybodyNote}>
      <SwitchCell title={words.membersOnly} isOn={isOn} onChange={onChange} />
    </Section>
  )
}
