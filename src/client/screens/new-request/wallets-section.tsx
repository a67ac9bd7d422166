import type { Family } from '#shared/wallet.ts'
import type { AskingMessages } from '../../i18n/asking/messages.ts'
import { Section } from '../../ui/section.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { useEvmWords } from '../use-evm-words.ts'
import { useOfferedFamilies } from '../use-offered-families.ts'

type Props = {
  family: Family | null
  onChoose: (family: Family | null) => void
  words: AskingMessages['form']
}

const ANY = 'any'

/** From which wallets an answer may come, where there is more than one kind. */
export function WalletsSection({ family, onChoose, words }: Props) {
  const offered = useOfferedFamilies()
  const hasChoice = offered.includes('evm')
  const evm = useEvmWords(hasChoice)
  if (!hasChoice || evm.status === 'failed') return null
  const names = { ton: 'TON', evm: evm.status === 'ready' ? evm.value.family : '' }
  return (
    <Section header={words.wallets}>
      <div className="cell">
        <SegmentedControl<Family | typeof ANY>
          label={words.wallets}
          options={[
            { value: ANY, name: words.any },
            ...offered.map((value) => ({ value, name: names[value] })),
          ]}
          value={family ?? ANY}
          onChoose={(value) => onChoose(value === ANY ? null : value)}
        />
      </div>
    </Section>
  )
}
