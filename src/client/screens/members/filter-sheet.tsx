import type { MemberFilterChoice } from '#shared/api/admin/list-members.ts'
import { BINDINGS, FAMILIES, LINK_LEVELS } from '#shared/wallet.ts'
import { ChoiceSection } from '../screen/choice-section.tsx'
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
        <ChoiceSection
          header={messages.family}
          values={FAMILIES}
          names={families}
          any={messages.any}
          chosen={filter.family ?? null}
          onChoose={(family) => onChoose(withChosen(filter, { family }))}
        />
      )}
      <ChoiceSection
        header={messages.level}
        values={LINK_LEVELS}
        names={messages.levels}
        any={messages.any}
        chosen={filter.level ?? null}
        onChoose={(level) => onChoose(withChosen(filter, { level }))}
      />
      <ChoiceSection
        header={messages.binding}
        values={BINDINGS}
        names={messages.bindings}
        any={messages.any}
        chosen={filter.binding ?? null}
        onChoose={(binding) => onChoose(withChosen(filter, { binding }))}
      />
      <SwitchCell
        title={messages.stale}
        isOn={filter.stale === true}
        onChange={(isOn) => onChoose(withChosen(filter, { stale: isOn ? true : null }))}
      />
    </ScreenSheet>
  )
}

type Chosen = { [Name in keyof MemberFilterChoice]: MemberFilterChoice[Name] | null }

/** Without what is not chosen. */
function withChosen(filter: MemberFilterChoice, chosen: Chosen): MemberFilterChoice {
  const entries = Object.entries({ ...filter, ...chosen })
  return Object.fromEntries(entries.filter(([, value]) => value !== null))
}
