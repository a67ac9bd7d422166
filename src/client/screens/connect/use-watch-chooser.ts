import { atom } from 'nanostores'
import { useEffect } from 'react'
import { useStore } from '../../ui/use-store.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'

const CLOSED = atom(false)

/** While a library's list of wallets is open, the attempt may end without it: it expires, or another device ends it. */
export function useWatchChooser(): void {
  const { attempts } = useCore()
  const { wallets } = useServices()
  const isTonOpen = useStore(wallets.ton.chooserOpen)
  const isEvmOpen = useStore(wallets.evm?.chooserOpen ?? CLOSED)
  const isOpen = isTonOpen || isEvmOpen
  useEffect(() => (isOpen ? attempts.watch() : undefined), [attempts, isOpen])
}
