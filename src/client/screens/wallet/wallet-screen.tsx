import { useState } from 'react'
import { displayAddress } from '#shared/display-address.ts'
import type { Wallet } from '#shared/wallet.ts'
import { useMessages } from '../../i18n/use-speech.ts'
import { Address } from '../../ui/address.tsx'
import { ActionCell, Cell } from '../../ui/cell.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Section } from '../../ui/section.tsx'
import { Toast } from '../../ui/toast.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { QrSheet } from '../qr-sheet.tsx'
import { useCopy } from '../use-copy.ts'
import { Waiting } from '../waiting.tsx'
import { FactsSection } from './facts-section.tsx'
import { LabelField } from './label-field.tsx'
import { ProofSection } from './proof-section.tsx'
import { useWallet } from './use-wallet.ts'
import { WalletActions } from './wallet-actions.tsx'
import { COPY } from '../../ui/icons/copy.ts'
import { QR } from '../../ui/icons/qr.ts'

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
  const { wallet: words } = useMessages()
  return (
    <Screen title={wallet.label ?? words.title}>
      <AddressSection wallet={wallet} />
      <LabelField wallet={wallet} />
      <FactsSection wallet={wallet} />
      <ProofSection wallet={wallet} />
      <WalletActions wallet={wallet} />
    </Screen>
  )
}

function AddressSection({ wallet }: { wallet: Wallet }) {
  const { wallet: words } = useMessages()
  const { copy, outcome } = useCopy()
  const [isCodeOpen, setCodeOpen] = useState(false)
  const address = displayAddress(wallet)
  return (
    <Section header={words.address}>
      <Cell title={<Address value={address} />} />
      <ActionCell icon={COPY} title={words.copyAddress} onPress={() => copy(address)} />
      <ActionCell icon={QR} title={words.showQr} onPress={() => setCodeOpen(true)} />
      {isCodeOpen && (
        <QrSheet
          title={words.address}
          label={words.address}
          value={address}
          onClose={() => setCodeOpen(false)}
        >
          <Address value={address} />
        </QrSheet>
      )}
      <Toast text={outcome} />
    </Section>
  )
}
