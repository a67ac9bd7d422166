import type { Multisig } from '#shared/multisig.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useSection } from '../arriving/use-section.ts'

const WIDTH = 8

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
    <Skeleton width={WIDTH} />
  )
}
