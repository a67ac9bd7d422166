import type { Family } from '#shared/wallet.ts'
import { Section } from '../../ui/section.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { useOfferedFamilies } from '../device/use-offered-families.ts'

type Props = {
  family: Family | null
  onChoose: (family: Family | null) => void
}

const ANY = 'any'

/** Which wallets may answer, where there is more than one family. */
export function WalletsSection({ family, onChoose }: Props) {
  const { form } = useMessagesOf('requesting')
  const offered = useOfferedFamilies()
  const hasChoice = offered.includes('evm')
  const evm = useSection('evm', hasChoice)
  if (!hasChoice || evm.status === 'failed') return null
  const names = { ton: 'TON', evm: evm.status === 'ready' ? evm.value.family : '' }
  return (
    <Section header={form.wallets}>
      <div className="cell">
        <SegmentedControl<Family | typeof ANY>
          label={form.wallets}
          options={[
            { value: ANY, name: form.any },
            ...offered.map((value) => ({ value, name: names[value] })),
          ]}
          value={family ?? ANY}
          onChoose={(value) => onChoose(value === ANY ? null : value)}
        />
      </div>
    </Section>
  )
}
