import { useEffect } from 'react'
import type { Family } from '#shared/wallet.ts'
import { useCore } from '../use-core.ts'

/** Delay where the browser has no idle callback, in milliseconds. */
const IDLE_AFTER_MS = 200

/**
 * Loads what these families' wallets need while the member reads, TON's first. None of it counts against a limit,
 * because the attempt is made only when a wallet is chosen.
 */
export function useWarmUp(families: readonly Family[]): void {
  const { preparations } = useCore()
  const ton = families.includes('ton') ? preparations.ton : null
  const evm = families.includes('evm') ? preparations.evm : null
  useEffect(() => {
    let cancelIdle = () => {}
    let isHere = true
    const warmUp = async () => {
      await ton?.warmUp()
      if (isHere && evm !== null) cancelIdle = whenIdle(() => void evm.warmUp())
    }
    void warmUp()
    return () => {
      isHere = false
      cancelIdle()
    }
  }, [ton, evm])
}

/** Calls back unless the returned function is called first. */
function whenIdle(act: () => void): () => void {
  if (typeof requestIdleCallback === 'function') {
    const handle = requestIdleCallback(act)
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(act, IDLE_AFTER_MS)
  return () => clearTimeout(timer)
}
