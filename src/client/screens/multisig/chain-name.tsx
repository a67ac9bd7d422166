import type { Multisig } from '#shared/multisig.ts'
import { useMessages } from '../../i18n/use-localization.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useEvmMessages } from '../use-evm-messages.ts'

const WIDTH = 8

/** Common name of the multisig's chain. */
export function ChainName({ multisig }: { multisig: Multisig }) {
  const { common } = useMessages()
  const evm = useEvmMessages(multisig.family === 'evm')
  if (multisig.family === 'ton') {
    return multisig.network === '-3' ? common.testnet : common.mainnet
  }
  return evm.status === 'ready' ? (
    <bdi>{evm.value.chainName(multisig.chainId)}</bdi>
  ) : (
    <Skeleton width={WIDTH} />
  )
}
