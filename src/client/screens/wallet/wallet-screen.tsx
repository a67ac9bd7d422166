import type { Wallet } from '#shared/wallet.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Screen } from '../../ui/screen.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { Waiting } from '../waiting.tsx'
import { AddressSection } from './address-section.tsx'
import { CardSection } from './card-section.tsx'
import { FactsSection } from './facts-section.tsx'
import { LabelField } from './label-field.tsx'
import { OwnershipSection } from './ownership-section.tsx'
import { ProofSection } from './proof-section.tsx'
import { StaleNotice } from './stale-notice.tsx'
import { useWallet } from './use-wallet.ts'
import { WalletActions } from './wallet-actions.tsx'

/** Everything about one linked wallet. */
export function WalletScreen({ id }: { id: string }) {
  const { found, retry } = useWallet(id)
  if (found.status === 'loading') return <Waiting />
  if (found.status === 'failed') {
    return <ProblemScreen code={found.code} onRetry={retry} />
  }
  return <WalletDetail wallet={found.wallet} />
}

function WalletDetail({ wallet }: { wallet: Wallet }) {
  const { wallet: messages } = useMessages()
  return (
    <Screen title={wallet.label ?? messages.title}>
      <StaleNotice wallet={wallet} />
      <AddressSection wallet={wallet} />
      <LabelField wallet={wallet} />
      <FactsSection wallet={wallet} />
      <ProofSection wallet={wallet} />
      <OwnershipSection wallet={wallet} />
      <CardSection wallet={wallet} />
      <WalletActions wallet={wallet} />
    </Screen>
  )
}
