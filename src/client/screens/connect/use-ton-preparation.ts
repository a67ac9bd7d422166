import { useStore } from '../../ui/use-store.ts'
import { useEffect } from 'react'
import type { ProblemCode } from '#shared/problem.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'

type TonPreparation = {
  /** Why no TON wallet can be opened. */
  problem: ProblemCode | null
  retry: () => void
}

/**
 * TON is got ready as soon as the screen is there, unless a wallet is connected, or may be: only a choice may give that
 * up.
 *
 * @param isWanted whether a TON wallet may be chosen at all
 */
export function useTonPreparation(isWanted: boolean, purpose?: string): TonPreparation {
  const { preparations } = useCore()
  const { wallets } = useServices()
  const { ton } = preparations
  const state = useStore(ton.state)
  useEffect(() => {
    const { status } = wallets.ton.deviceWallet.get()
    if (isWanted && status === 'disconnected') ton.prepare(purpose)
  }, [ton, isWanted, purpose, wallets])
  const problem = isWanted && state.status === 'failed' ? state.code : null
  return { problem, retry: () => ton.prepare(purpose) }
}
