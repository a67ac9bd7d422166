import { OWNERS_KEY_SOURCE, isReportedKey, type Binding, type Wallet } from '#shared/wallet.ts'
import type { ShownWallet } from '#shared/request.ts'
import { Recent } from '../screen/recent.tsx'
import type { Explained } from '../../i18n/messages.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Cell } from '../../ui/list.tsx'
import { WARNING } from '../../ui/first-icons.ts'
import { Fold } from '../../ui/fold.tsx'
import { CLOCK, EYE, REFRESH } from '../../ui/icons.ts'
import { ProvenCell } from './proven-cell.tsx'
import { useSection } from '../arriving/use-section.ts'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { explainedLine } from '../screen/explained-line.ts'

type Props = {
  wallet: ShownWallet
  /** Messages for a wallet that showed the text itself. */
  bindings: Record<Binding, Explained>
}

/** How a wallet was verified: its level, what was shown for the signature, where the key came from, and when. */
export function ClaimDetails({ wallet, bindings }: Props) {
  const messages = useMessages()
  return (
    <Fold title={messages.wallet.how}>
      <ProvenCell wallet={wallet} />
      <BindingCell wallet={wallet} messages={bindings} />
      <KeySourceCell wallet={wallet} />
      <Cell
        icon={CLOCK}
        title={messages.wallet.verified}
        after={<Recent at={wallet.verifiedAt} />}
      />
    </Fold>
  )
}

/** A key that only one source reported is a warning. Nothing for a key that the address itself is made of. */
function KeySourceCell({ wallet }: Pick<Props, 'wallet'>) {
  const source = useKeySource(wallet)
  if (source === null) return null
  const { name, sentence } = source
  return isReportedKey(wallet) ? (
    <Cell tone="warning" icon={WARNING} title={name} subtitle={sentence} />
  ) : (
    <Cell icon={REFRESH} title={name} subtitle={sentence} />
  )
}

function useKeySource({
  family,
  keySource,
}: Pick<Wallet, 'family' | 'keySource'>): Explained | null {
  const { wallet: messages } = useMessages()
  const isOfOwners = keySource === OWNERS_KEY_SOURCE
  const evm = useSection('evm', family === 'evm' && !isOfOwners)
  const multisig = useSection('multisig', isOfOwners)
  switch (keySource) {
    case 'state-init':
      return null
    case 'chain':
    case 'chain-confirmed':
    case 'anchor':
    case 'anchor-confirmed':
      return messages.keySources[keySource]
    case 'signature':
    case 'contract':
      return evm.status === 'ready' ? evm.value.keySources[keySource] : null
    case OWNERS_KEY_SOURCE:
      return multisig.status === 'ready' ? multisig.value.keySource : null
  }
}

type BindingProps = {
  wallet: Pick<Wallet, 'binding' | 'level'>
  /** Messages for a wallet that showed the text itself. */
  messages: Record<Binding, Explained>
}

/** What was shown before it was signed: by the wallet, or by the wallets of the owners who agreed. */
function BindingCell({ wallet: { binding, level }, messages }: BindingProps) {
  const isOfOwners = level === 'quorum' && binding !== 'hash'
  const multisig = useSection('multisig', isOfOwners)
  if (!isOfOwners) return <Cell icon={EYE} {...explainedLine(messages[binding])} />
  if (multisig.status !== 'ready') return <SkeletonCell />
  return <Cell icon={EYE} {...explainedLine(multisig.value.bindings[binding])} />
}
