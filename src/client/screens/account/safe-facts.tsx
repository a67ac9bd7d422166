import type { WalletMultisig } from '#shared/wallet.ts'
import { Cell, Section } from '../../ui/list.tsx'
import { SHIELD } from '../../ui/icons.ts'
import { WARNING } from '../../ui/first-icons.ts'
import { useSection } from '../arriving/use-section.ts'
import { Skeleton } from '../../ui/skeleton.tsx'

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

const TITLE_WIDTH = 8

/** Version of a Safe's contract. Nothing where EVM wallets are not offered. */
export function SafeVersion({ version }: { version: string }) {
  const evm = useSection('evm')
  if (evm.status === 'failed') return null
  const title = evm.status === 'ready' ? evm.value.safe.version : <Skeleton width={TITLE_WIDTH} />
  return <Cell title={title} after={<bdi>{version}</bdi>} />
}
