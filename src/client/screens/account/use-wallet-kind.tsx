import type { ReactNode } from 'react'
import type { ShownWallet } from '#shared/request.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useSection } from '../arriving/use-section.ts'
import { useKindName } from './use-kind-name.ts'

const WIDTH = 9

/** The wallet's contract, and its chain if it exists on one only; null where there are no messages for its family. */
export function useWalletKind(wallet: ShownWallet): ReactNode | null {
  const name = useKindName(wallet)
  const evm = useSection('evm', wallet.family === 'evm')
  if (name.status === 'failed') return null
  if (name.status === 'waiting') return <Skeleton width={WIDTH} />
  const chainId = wallet.family === 'evm' ? wallet.chainId : null
  if (chainId === null || evm.status !== 'ready') return name.value
  return (
    <>
      {name.value} · <bdi>{evm.value.chainName(chainId)}</bdi>
    </>
  )
}
