import type { Multisig } from '#shared/multisig.ts'
import { formatRecent } from '../../i18n/format.ts'
import type { MultisigMessages } from '../../i18n/multisig/messages.ts'
import { useSpeech } from '../../i18n/use-speech.ts'
import { Cell } from '../../ui/cell.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useEvmWords } from '../use-evm-words.ts'
import { useServices } from '../use-services.ts'
import { ChainName } from './chain-name.tsx'

type Props = { multisig: Multisig; words: MultisigMessages }

/** Where the multisig is, which version it runs, and when its chain was asked. */
export function FactsSection({ multisig, words }: Props) {
  const { now } = useServices()
  const { language, messages } = useSpeech()
  return (
    <Section>
      <Cell title={messages.wallet.network} after={<ChainName multisig={multisig} />} />
      {multisig.family === 'evm' && <Version version={multisig.version} />}
      <Cell title={words.readAt} after={formatRecent(language, multisig.checkedAt, now())} />
    </Section>
  )
}

const TITLE_WIDTH = 8

function Version({ version }: { version: string }) {
  const evm = useEvmWords()
  const title = evm.status === 'ready' ? evm.value.safe.version : <Skeleton width={TITLE_WIDTH} />
  return evm.status === 'failed' ? null : <Cell title={title} after={<bdi>{version}</bdi>} />
}
