import { useEffect, useEffectEvent } from 'react'
import { COSIGNING_POLL_MS } from '#shared/limits.ts'
import { useServices } from '../context/context.ts'
import { type PollDeps, startPoll } from './poll.ts'

/** Asks again every few seconds while the member looks, and on each return. */
export function usePoll({ state, ...deps }: Pick<PollDeps, 'state' | 'ask' | 'isWanted'>): void {
  const { telegram } = useServices()
  const ask = useEffectEvent(deps.ask)
  const isWanted = useEffectEvent(deps.isWanted)
  useEffect(() => {
    const { stop } = startPoll({
      state,
      ask: () => ask(),
      isWanted: () => isWanted(),
      isVisible: () => document.visibilityState === 'visible',
      onReturn: (listener) => telegram.onReturn(listener),
      everyMs: COSIGNING_POLL_MS,
    })
    return stop
  }, [telegram, state])
}
