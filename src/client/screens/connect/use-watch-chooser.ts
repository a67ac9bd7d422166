import { atom } from 'nanostores'
import { useEffect } from 'react'
import { useStore } from '../../ui/use-store.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'

const CLOSED = atom(false)

/** Watches the attempt while a library's list of wallets is open: it may expire, or end on another device. */
export function useWatchChooser(): void {
  const { attempts } = useCore()
  const { wallets } = useServices()
  const isTonOpen = useStore(wallets.ton.chooserOpen)
  const isEvmOpen = useStore(wallets.evm?.chooserOpen ?? CLOSED)
  const isOpen = isTonOpen || isEvmOpen
  useEffect(() => (isOpen ? attempts.watch() : undefined), [attempts, isOpen])
}
