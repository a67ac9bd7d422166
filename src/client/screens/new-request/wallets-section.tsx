import type { Family } from '#shared/wallet.ts'
import type { RequestingMessages } from '../../i18n/messages.ts'
import { Section } from '../../ui/section.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { useSection } from '../arriving/use-section.ts'
import { useOfferedFamilies } from '../device/use-offered-families.ts'

type Props = {
  family: Family | null
  onChoose: (family: Family | null) => void
  messages: RequestingMessages['form']
}

const ANY = 'any'

/** Which wallets may answer, where there is more than one family. */
export function WalletsSection({ family, onChoose, messages }: Props) {
  const offered = useOfferedFamilies()
  const hasChoice = offered.includes('evm')
  const evm = useSection('evm', hasChoice)
  if (!hasChoice || evm.status === 'failed') return null
  const names = { ton: 'TON', evm: evm.status === 'ready' ? evm.value.family : '' }
  return (
    <Section header={messages.wallets}>
      <div className="cell">
        <SegmentedControl<Family | typeof ANY>
          label={messages.wallets}
          options={[
            { value: ANY, name: messages.any },
            ...offered.map((value) => ({ value, name: names[value] })),
          ]}
          value={family ?? ANY}
          onChoose={(value) => onChoose(value === ANY ? null : value)}
        />
      </div>
    </Section>
  )
}
