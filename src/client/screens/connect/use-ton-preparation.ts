import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { ProblemCode } from '#shared/problem.ts'
import { useCore } from '../use-core.ts'

type TonPreparation = {
  /** Why no TON wallet can be opened. */
  problem: ProblemCode | null
  retry: () => void
}

/** TON is got ready as soon as the screen is there. @param isWanted whether a TON wallet may be chosen at all */
export function useTonPreparation(isWanted: boolean, request?: string): TonPreparation {
  const { preparations } = useCore()
  const { ton } = preparations
  const state = useStore(ton.state)
  useEffect(() => {
    if (isWanted) ton.prepare(request)
  }, [ton, isWanted, request])
  const problem = isWanted && state.status === 'failed' ? state.code : null
  return { problem, retry: () => ton.prepare(request) }
}
