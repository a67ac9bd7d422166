import { useStore } from '../../ui/use-store.ts'
import { useEffect } from 'react'
import type { Preparation } from '../state/preparation.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'

/** Where the browser does not tell when it is idle, in milliseconds. */
const IDLE_AFTER_MS = 200

/**
 * Readies EVM wallets when the screen is drawn and TON's are ready, unless one is connected, or may be:
 * only a choice may give that up. Returns what readies them at once, for a finger that is down.
 */
export function usePrepareInTime(preparation: Preparation, purpose?: string): () => void {
  const { wallets } = useServices()
  const { preparations } = useCore()
  const isTonBusy = useStore(preparations.ton.state).status === 'preparing'
  useEffect(() => {
    if (isTonBusy || wallets.evm?.deviceWallet.get().status !== 'disconnected') return
    return whenIdle(() => preparation.prepare(purpose))
  }, [isTonBusy, preparation, purpose, wallets])
  return () => preparation.prepare(purpose)
}

/** Calls unless the returned function is called first. */
function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(act)
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(act, IDLE_AFTER_MS)
  return () => clearTimeout(timer)
}
