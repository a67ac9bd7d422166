import type { Attempt } from '#shared/attempt.ts'
import { findChoice } from '../join/joining.ts'
import { useCore, useServices } from '../context/context.ts'

/** Lets the member choose a wallet here for this attempt: another one, or the first on this device. */
export function useChooseWallet(attempt: Attempt): () => void {
  const { attempts, preparations, storage } = useCore()
  const { router } = useServices()
  return () => {
    attempts.letWalletGo()
    attempts.adopt(attempt)
    preparations[attempt.family]?.reset()
    router.replace(findChoice(storage, attempt))
  }
}
