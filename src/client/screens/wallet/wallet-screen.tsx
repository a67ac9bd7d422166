import { useState } from 'react'
import { formatTonAddress } from '#shared/ton-address.ts'
import type { Wallet } from '#shared/wallet.ts'
import { formatMoment } from '../../i18n/format.ts'
import { useMessages, useSpeech } from '../../i18n/use-speech.ts'
import { Address } from '../../ui/address.tsx'
import { ActionCell, Cell } from '../../ui/cell.tsx'
import { Screen } from '../../ui/screen.tsx'
import { Section } from '../../ui/section.tsx'
import { ProblemScreen } from '../problem/problem-screen.tsx'
import { QrSheet } from '../qr-sheet.tsx'
import { useCopy } from '../use-copy.ts'
import { useCore } from '../use-core.ts'
import { Waiting } from '../waiting.tsx'
import { kindName } from './kind-name.ts'
import { LabelField } from './label-field.tsx'
import { useWallet } from './use-wallet.ts'
import { WalletActions } from './wallet-actions.tsx'
import { COPY } from '../../ui/icons/copy.ts'
import { EYE } from '../../ui/icons/eye.ts'
import { QR } from '../../ui/icons/qr.ts'
import { REFRESH } from '../../ui/icons/refresh.ts'
import { SHIELD } from '../../ui/icons/shield.ts'

/** Everything about one linked wallet. */
export function WalletScreen({ id }: { id: string }) {
  const { member } = useCore()
  const found = useWallet(id)
  if (found.status === 'loading') return <Waiting />
  if (found.status === 'failed') {
    return <ProblemScreen code={found.code} onRetry={() => void member.refresh()} />
  }
  return <WalletDetail wallet={found.wallet} />
}

function WalletDetail({ wallet }: { wallet: Wallet }) {
  const { wallet: words } = useMessages()
  return (
    <Screen title={wallet.label ?? words.title}>
      <AddressSection wallet={wallet} />
      <LabelField wallet={wallet} key={wallet.label} />
      <FactsSection wallet={wallet} />
      <ProofSection wallet={wallet} />
      <WalletActions wallet={wallet} />
    </Screen>
  )
}

function AddressSection({ wallet: { address, network } }: { wallet: Wallet }) {
  const { wallet: words } = useMessages()
  const { copy, outcome } = useCopy()
  const [isCodeOpen, setCodeOpen] = useState(false)
  const friendly = formatTonAddress(address, { network })
  return (
    <Section header={words.address}>
      <Cell title={<Address value={friendly} />} />
      <ActionCell
        icon={COPY}
        title={words.copyAddress}
        after={outcome}
        onPress={() => copy(friendly)}
      />
      <ActionCell icon={QR} title={words.showQr} onPress={() => setCodeOpen(true)} />
      {isCodeOpen && (
        <QrSheet
          title={words.address}
          label={words.address}
          value={friendly}
          onClose={() => setCodeOpen(false)}
        >
          <Address value={friendly} />
        </QrSheet>
      )}
    </Section>
  )
}

function FactsSection({ wallet }: { wallet: Wallet }) {
  const { language, messages } = useSpeech()
  const { common, wallet: words } = messages
  return (
    <Section>
      <Cell
        title={words.network}
        after={wallet.network === '-3' ? common.testnet : common.mainnet}
      />
      <Cell title={words.kind} after={kindName(words, wallet.kind)} />
      <Cell title={words.verified} after={formatMoment(language, wallet.verifiedAt)} />
    </Section>
  )
}

function ProofSection({ wallet }: { wallet: Wallet }) {
  const { wallet: words } = useMessages()
  const level = words.levels[wallet.level]
  const binding = words.bindings[wallet.binding]
  const keySource = words.keySources[wallet.keySource]
  return (
    <Section header={words.proof}>
      <Cell icon={SHIELD} title={level.name} subtitle={level.sentence} />
      <Cell icon={EYE} title={binding.name} subtitle={binding.sentence} />
      {wallet.keySource !== 'state-init' && (
        <Cell icon={REFRESH} title={keySource.name} subtitle={keySource.sentence} />
      )}
    </Section>
  )
}
