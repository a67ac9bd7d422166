import type { WalletMultisig } from '#shared/wallet.ts'
import { Cell, Section } from '../../ui/list.tsx'
import { SHIELD } from '../../ui/icons.ts'
import { WARNING } from '../../ui/first-icons.ts'
import { useSection } from '../arriving/use-section.ts'

type Props = { safe: Pick<WalletMultisig, 'modules' | 'guard'> }

/** What else controls a Safe, in addition to its owners. Nothing for a multisig without modules and guard. */
export function SafeWarnings({ safe: { modules, guard } }: Props) {
  const evm = useSection('evm', modules > 0 || guard)
  if (evm.status !== 'ready') return null
  const messages = evm.value.safe
  return (
    <Section>
      {modules > 0 && (
        <Cell
          tone="warning"
          icon={WARNING}
          title={messages.modules(modules)}
          subtitle={messages.modulesNote}
        />
      )}
      {guard && <Cell icon={SHIELD} title={messages.guard} subtitle={messages.guardNote} />}
    </Section>
  )
}
