import type { Multisig } from '#shared/multisig.ts'
import { formatRecent } from '../../i18n/format.ts'
import type { MultisigMessages } from '../../i18n/messages.ts'
import { useLocalization } from '../../i18n/use-localization.ts'
import { Cell } from '../../ui/cell.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useEvmMessages } from '../use-evm-messages.ts'
import { useServices } from '../use-services.ts'
import { ChainName } from './chain-name.tsx'

type Props = { multisig: Multisig; messages: MultisigMessages }

/** The multisig's chain, its version, and when the chain was last read. */
export function FactsSection({ multisig, messages }: Props) {
  const { now } = useServices()
  const { language, messages: appMessages } = useLocalization()
  return (
    <Section>
      <Cell title={appMessages.wallet.network} after={<ChainName multisig={multisig} />} />
      {multisig.family === 'evm' && <Version version={multisig.version} />}
      <Cell title={messages.readAt} after={formatRecent(language, multisig.checkedAt, now())} />
    </Section>
  )
}

const TITLE_WIDTH = 8

function Version({ version }: { version: string }) {
  const evm = useEvmMessages()
  const title = evm.status === 'ready' ? evm.value.safe.version : <Skeleton width={TITLE_WIDTH} />
  return evm.status === 'failed' ? null : <Cell title={title} after={<bdi>{version}</bdi>} />
}
