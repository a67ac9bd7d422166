import { useEffect, useState } from 'react'
import { createMadeRequest, type MadeRequestStore } from './made-request.ts'
import { isLive } from './made-request-state.ts'
import { startPoll } from '../reading/poll.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'

/** How often to poll for new answers, in milliseconds. */
const EVERY_MS = 3_000

/** The member's own request, kept up to date: polled every few seconds while it is open, and on each return. */
export function useMadeRequest(code: string): MadeRequestStore {
  const { api } = useCore()
  const { now, telegram } = useServices()
  const [store] = useState(() => createMadeRequest({ api, code, now }))
  useEffect(() => {
    void store.refresh()
    const poll = startPoll({
      ask: () => store.refresh(),
      isWanted: () => isLive(store.state.get()),
      isVisible: () => document.visibilityState === 'visible',
      onReturn: (listener) => telegram.onReturn(listener),
      everyMs: EVERY_MS,
    })
    const stopWaking = store.state.listen(() => poll.wake())
    // An answer to a closed request can be withdrawn, which no poll would notice.
    const stopReturn = telegram.onReturn(() => void store.refresh())
    return () => {
      stopReturn()
      stopWaking()
      poll.stop()
    }
  }, [store, telegram])
  return store
}
