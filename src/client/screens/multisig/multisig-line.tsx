import type { Multisig } from '#shared/multisig.ts'
import { ShortAddress } from '../account/short-address.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useMessagesOf, useSection } from '../arriving/use-section.ts'
import { useKindName } from '../account/use-kind-name.ts'
import { useMessages } from '../../i18n/use-localization.ts'

/** How a line shows a multisig: what it is, its address and its chain. */
export function multisigLine(multisig: Multisig) {
  return {
    title: <MultisigName multisig={multisig} />,
    subtitle: (
      <>
        <ShortAddress wallet={multisig} /> · <ChainName multisig={multisig} />
      </>
    ),
  }
}

const NAME_WIDTH = 12

/** What a multisig is, such as `Safe 2 of 3`. */
export function MultisigName({ multisig }: { multisig: Multisig }) {
  const { title } = useMessagesOf('multisig')
  const kind = useKindName({ ...multisig, multisig })
  switch (kind.status) {
    case 'waiting':
      return <Skeleton width={NAME_WIDTH} />
    case 'failed':
      return title
    case 'ready':
      return kind.value
  }
}

const CHAIN_WIDTH = 8

/** Common name of the multisig's chain. */
export function ChainName({ multisig }: { multisig: Multisig }) {
  const { common } = useMessages()
  const evm = useSection('evm', multisig.family === 'evm')
  if (multisig.family === 'ton') {
    return multisig.network === '-3' ? common.testnet : common.mainnet
  }
  return evm.status === 'ready' ? (
    <bdi>{evm.value.chainName(multisig.chainId)}</bdi>
  ) : (
    <Skeleton width={CHAIN_WIDTH} />
  )
}
