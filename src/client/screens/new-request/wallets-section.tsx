import type { Family } from '#shared/wallet.ts'
import { ChoiceSection } from '../screen/choice-section.tsx'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { useOfferedFamilies } from '../device/use-offered-families.ts'

type Props = {
  family: Family | null
  onChoose: (family: Family | null) => void
}

/** Which wallets may answer, where there is more than one family. */
export function WalletsSection({ family, onChoose }: Props) {
  const { form } = useMessagesOf('requesting')
  const offered = useOfferedFamilies()
  const hasChoice = offered.includes('evm')
  const evm = useSection('evm', hasChoice)
  if (!hasChoice || evm.status === 'failed') return null
  const names = { ton: 'TON', evm: evm.status === 'ready' ? evm.value.family : '' }
  return (
    <ChoiceSection
      header={form.wallets}
      values={offered}
      names={names}
      any={form.any}
      chosen={family}
      onChoose={onChoose}
    />
  )
}
