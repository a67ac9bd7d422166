import type { Boot } from '#shared/boot.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Cell, Section } from '../../ui/list.tsx'
import { SHIELD } from '../../ui/icons.ts'
import { useServices } from '../context/context.ts'

type PurposeCellProps = Pick<Boot, 'operator' | 'purpose'> & {
  /** What is true where the operator named no purpose. */
  otherwise: string
}

/** The operator, and what they ask for wallets for, in their words. */
export function PurposeCell({ operator, purpose, otherwise }: PurposeCellProps) {
  return (
    <Cell
      icon={SHIELD}
      title={<bdi>{operator}</bdi>}
      subtitle={<bdi>{purpose ?? otherwise}</bdi>}
    />
  )
}

/** On a screen that asks for a wallet: who asks, what for, and what never happens. */
export function Purpose() {
  const { connect } = useMessages()
  const { boot } = useServices()
  return (
    <Section header={connect.whatFor} footer={connect.promise}>
      <PurposeCell {...boot} otherwise={connect.asks} />
    </Section>
  )
}

/** On a screen of success: what the member can do now, in the operator's words, or who knows the wallet now. */
export function NowPossible() {
  const { attempt } = useMessages()
  const { boot } = useServices()
  return (
    <Section header={attempt.now}>
      <PurposeCell {...boot} otherwise={attempt.known} />
    </Section>
  )
}
