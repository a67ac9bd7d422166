import type { MemberFilterChoice } from '#shared/api/admin/list-members.ts'
import { BINDINGS, FAMILIES, LINK_LEVELS } from '#shared/wallet.ts'
import { Section } from '../../ui/section.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { SwitchCell } from '../../ui/switch-cell.tsx'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { useOfferedFamilies } from '../device/use-offered-families.ts'
import { ScreenSheet } from '../screen/screen-sheet.tsx'

type Props = {
  filter: MemberFilterChoice
  onChoose: (filter: MemberFilterChoice) => void
  onClose: () => void
}

/** Which members the list has: those with a wallet to which everything that is chosen applies. */
export function FilterSheet({ filter, onChoose, onClose }: Props) {
  const { members: messages } = useMessagesOf('admin')
  const hasEvm = useOfferedFamilies().includes('evm')
  const evm = useSection('evm', hasEvm)
  const families = { ton: 'TON', evm: evm.status === 'ready' ? evm.value.family : '' }
  return (
    <ScreenSheet title={messages.filter} onClose={onClose}>
      {hasEvm && (
        <Choice
          label={messages.family}
          values={FAMILIES}
          names={families}
          value={filter.family}
          onChoose={(family) => onChoose(withChosen(filter, { family }))}
        />
      )}
      <Choice
        label={messages.level}
        values={LINK_LEVELS}
        names={messages.levels}
        value={filter.level}
        onChoose={(level) => onChoose(withChosen(filter, { level }))}
      />
      <Choice
        label={messages.binding}
        values={BINDINGS}
        names={messages.bindings}
        value={filter.binding}
        onChoose={(binding) => onChoose(withChosen(filter, { binding }))}
      />
      <SwitchCell
        title={messages.stale}
        isOn={filter.stale === true}
        onChange={(isOn) => onChoose(withChosen(filter, { stale: isOn ? true : undefined }))}
      />
    </ScreenSheet>
  )
}

type Chosen = { [Name in keyof MemberFilterChoice]: MemberFilterChoice[Name] | undefined }

/** Without what is not chosen. */
function withChosen(filter: MemberFilterChoice, chosen: Chosen): MemberFilterChoice {
  const entries = Object.entries({ ...filter, ...chosen })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

const ANY = 'any'

type ChoiceProps<Value extends string> = {
  label: string
  values: readonly Value[]
  names: Readonly<Record<Value, string>>
  value: Value | undefined
  onChoose: (value: Value | undefined) => void
}

function Choice<Value extends string>({
  label,
  values,
  names,
  value,
  onChoose,
}: ChoiceProps<Value>) {
  const { members: messages } = useMessagesOf('admin')
  return (
    <Section header={label}>
      <div className="cell">
        <SegmentedControl<Value | typeof ANY>
          label={label}
          options={[
            { value: ANY, name: messages.any },
            ...values.map((one) => ({ value: one, name: names[one] })),
          ]}
          value={value ?? ANY}
          onChoose={(chosen) => onChoose(chosen === ANY ? undefined : chosen)}
        />
      </div>
    </Section>
  )
}
