import type { ShownWallet } from '#shared/request.ts'
import { formatRecent } from '../../i18n/format.ts'
import { useMessages, useSpeech } from '../../i18n/use-speech.ts'
import { Cell } from '../../ui/cell.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type EvmWords, useEvmWords } from '../use-evm-words.ts'
import { useServices } from '../use-services.ts'
import { kindName } from './kind-name.ts'

type ShownTon = Extract<ShownWallet, { family: 'ton' }>
type ShownEvm = Extract<ShownWallet, { family: 'evm' }>

/** Where the wallet is, what it is, and when it was verified. */
export function FactsSection({ wallet }: { wallet: ShownWallet }) {
  return wallet.family === 'ton' ? <TonFacts wallet={wallet} /> : <EvmFacts wallet={wallet} />
}

function TonFacts({ wallet }: { wallet: ShownTon }) {
  const { common, wallet: words } = useMessages()
  return (
    <Section>
      <Cell
        title={words.network}
        after={wallet.network === '-3' ? common.testnet : common.mainnet}
      />
      <Cell title={words.kind} after={kindName(words, wallet.kind)} />
      <Verified wallet={wallet} />
    </Section>
  )
}

const VALUE_WIDTH = 10

/** Where nothing is said of EVM wallets, only the rest is shown of one that was linked before. */
function EvmFacts({ wallet }: { wallet: ShownEvm }) {
  const { wallet: words } = useMessages()
  const evm = useEvmWords()
  if (evm.status === 'failed') {
    return (
      <Section>
        <Verified wallet={wallet} />
      </Section>
    )
  }
  const { chain, kind, note } =
    evm.status === 'ready' ? factsOf(wallet, evm.value) : { chain: null, kind: null, note: null }
  return (
    <Section {...(note !== null && { footer: note })}>
      <Cell title={words.network} after={chain ?? <Skeleton width={VALUE_WIDTH} />} />
      <Cell title={words.kind} after={kind ?? <Skeleton width={VALUE_WIDTH} />} />
      <Verified wallet={wallet} />
    </Section>
  )
}

function factsOf({ chainId, kind }: ShownEvm, words: EvmWords) {
  return {
    chain: chainId === null ? words.everyChain : words.chainName(chainId),
    kind: words.kinds[kind],
    note: kind === 'contract' ? words.contractNote : null,
  }
}

function Verified({ wallet }: { wallet: ShownWallet }) {
  const { now } = useServices()
  const { language, messages } = useSpeech()
  const moment = formatRecent(language, wallet.verifiedAt, now())
  return <Cell title={messages.wallet.verified} after={moment} />
}
