import type { ReactNode } from 'react'
import type { ShownWallet } from '#shared/request.ts'
import { useMessages } from '../i18n/use-speech.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { useEvmWords } from './use-evm-words.ts'
import { kindName } from './wallet/kind-name.ts'

const WIDTH = 9

/** What answers for the wallet, and on which chain if on one only; null where nothing is said of its family. */
export function useWalletKind(wallet: ShownWallet): ReactNode | null {
  const { wallet: words } = useMessages()
  const evm = useEvmWords(wallet.family === 'evm')
  if (wallet.family === 'ton') return kindName(words, wallet.kind)
  if (evm.status === 'failed') return null
  if (evm.status === 'waiting') return <Skeleton width={WIDTH} />
  const name = evm.value.kinds[wallet.kind]
  if (wallet.chainId === null) return name
  return (
    <>
      {name} · <bdi>{evm.value.chainName(wallet.chainId)}</bdi>
    </>
  )
}
