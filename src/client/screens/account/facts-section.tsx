import type { ReactNode } from 'react'
import type { ShownWallet } from '#shared/request.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Cell, Section } from '../../ui/list.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { PartState } from '../../parts/part.ts'
import { SafeVersion, SafeWarnings } from './safe-facts.tsx'
import { type EvmTexts, useSection } from '../arriving/use-section.ts'
import { useKindName } from './use-kind-name.ts'

type ShownTon = Extract<ShownWallet, { family: 'ton' }>
type ShownEvm = Extract<ShownWallet, { family: 'evm' }>

/** The wallet's chain and its kind. */
export function FactsSection({ wallet }: { wallet: ShownWallet }) {
  return wallet.family === 'ton' ? <TonFacts wallet={wallet} /> : <EvmFacts wallet={wallet} />
}

function TonFacts({ wallet }: { wallet: ShownTon }) {
  const { common, wallet: messages } = useMessages()
  const kind = useKindName(wallet)
  return (
    <Section>
      <Cell
        title={messages.network}
        after={wallet.network === '-3' ? common.testnet : common.mainnet}
      />
      {kind.status !== 'failed' && <Cell title={messages.kind} after={shownValue(kind)} />}
    </Section>
  )
}

const VALUE_WIDTH = 10

function shownValue(value: PartState<string>): ReactNode {
  return value.status === 'ready' ? value.value : <Skeleton width={VALUE_WIDTH} />
}

/** An EVM wallet that was linked earlier. Nothing where the messages about EVM wallets are missing. */
function EvmFacts({ wallet }: { wallet: ShownEvm }) {
  const { wallet: messages } = useMessages()
  const evm = useSection('evm')
  const kind = useKindName(wallet)
  if (evm.status === 'failed') return null
  const version = wallet.multisig?.version ?? null
  const note = evm.status === 'ready' && wallet.chainId !== null ? evm.value.contractNote : null
  const chain = evm.status === 'ready' ? getChain(wallet, evm.value) : null
  return (
    <>
      <Section footer={note ?? undefined}>
        <Cell title={messages.network} after={chain ?? <Skeleton width={VALUE_WIDTH} />} />
        <Cell title={messages.kind} after={shownValue(kind)} />
        {version !== null && <SafeVersion version={version} />}
      </Section>
      {wallet.multisig !== null && <SafeWarnings safe={wallet.multisig} />}
    </>
  )
}

function getChain({ chainId }: ShownEvm, messages: EvmTexts): string {
  return chainId === null ? messages.everyChain : messages.chainName(chainId)
}
