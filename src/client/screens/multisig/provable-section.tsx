import type { MultisigDetail } from '#shared/multisig.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Cell } from '../../ui/cell.tsx'
import { PEN } from '../../ui/icons.ts'
import { Pill } from '../../ui/pill.tsx'
import { Section } from '../../ui/section.tsx'
import { useEvmMessages } from '../use-evm-messages.ts'
import { holds } from './holds.ts'

type Props = { multisig: MultisigDetail; messages: MultisigMessages }

/** What its owners can still prove together. */
export function ProvableSection({ multisig, messages }: Props) {
  const { wallet } = useMessages()
  const { attainable, level, threshold } = multisig
  const cannotSign = multisig.family === 'evm' && !multisig.canSign
  const evm = useEvmMessages(cannotSign)
  if (holds(multisig) && level === attainable) return null
  const sentence =
    attainable === 'account' ? messages.toAccount(threshold) : messages.toQuorum(threshold)
  return (
    <Section
      header={messages.provable}
      {...(cannotSign && evm.status === 'ready' && { footer: evm.value.safe.cannotSign })}
    >
      <Cell
        icon={PEN}
        title={<Pill tone="quiet">{wallet.levels[attainable].name}</Pill>}
        subtitle={sentence}
      />
    </Section>
  )
}
