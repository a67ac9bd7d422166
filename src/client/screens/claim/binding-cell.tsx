import type { Binding, Wallet } from '#shared/wallet.ts'
import type { Explained } from '../../i18n/messages.ts'
import { Cell } from '../../ui/list.tsx'
import { EYE } from '../../ui/icons.ts'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { useSection } from '../arriving/use-section.ts'
import { explainedLine } from '../screen/explained-line.ts'

type Props = {
  wallet: Pick<Wallet, 'binding' | 'level'>
  /** Messages for a wallet that showed the text itself. */
  messages: Record<Binding, Explained>
}

/** What was shown before it was signed: by the wallet, or by the wallets of the owners who agreed. */
export function BindingCell({ wallet: { binding, level }, messages }: Props) {
  const isOfOwners = level === 'quorum' && binding !== 'hash'
  const multisig = useSection('multisig', isOfOwners)
  if (!isOfOwners) return <Cell icon={EYE} {...explainedLine(messages[binding])} />
  if (multisig.status !== 'ready') return <SkeletonCell />
  return <Cell icon={EYE} {...explainedLine(multisig.value.bindings[binding])} />
}
