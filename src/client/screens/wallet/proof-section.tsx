import { OWNERS_KEY_SOURCE, type Wallet } from '#shared/wallet.ts'
import type { Explained } from '../../i18n/messages.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Cell } from '../../ui/cell.tsx'
import { REFRESH } from '../../ui/icons.ts'
import { WARNING } from '../../ui/first-icons.ts'
import { Pill } from '../../ui/pill.tsx'
import { Section } from '../../ui/section.tsx'
import { SkeletonCell } from '../../ui/skeleton.tsx'
import { BindingCell } from '../binding-cell.tsx'
import { ProvenCell } from '../proven-cell.tsx'
import { useEvmMessages } from '../use-evm-messages.ts'
import { useMultisigMessages } from '../use-multisig-messages.ts'
import { useProven } from '../use-proven.ts'

/** How much the proof says, what the wallet had shown, and where its key came from. */
export function ProofSection({ wallet }: { wallet: Wallet }) {
  const { wallet: messages } = useMessages()
  const keySource = useKeySource(wallet)
  return (
    <Section header={messages.proof}>
      {wallet.staleAt === null ? <ProvenCell wallet={wallet} /> : <ProvenNoMore wallet={wallet} />}
      <BindingCell wallet={wallet} messages={messages.bindings} />
      {keySource !== null && (
        <Cell icon={REFRESH} title={keySource.name} subtitle={keySource.sentence} />
      )}
    </Section>
  )
}

/** The proof is no longer valid; the reason is at the top of the page. */
function ProvenNoMore({ wallet }: { wallet: Wallet }) {
  const proven = useProven(wallet)
  if (proven === null) return <SkeletonCell />
  return (
    <Cell tone="warning" icon={WARNING} title={<Pill tone={proven.tone}>{proven.name}</Pill>} />
  )
}

/** Null for the ordinary case, where the address itself follows from the key. */
function useKeySource({ family, keySource }: Wallet): Explained | null {
  const { wallet: messages } = useMessages()
  const isOfOwners = keySource === OWNERS_KEY_SOURCE
  const evm = useEvmMessages(family === 'evm' && !isOfOwners)
  const multisig = useMultisigMessages(isOfOwners)
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
