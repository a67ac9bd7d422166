import { useEffect, useState } from 'react'
import { COSIGNING_POLL_MS } from '#shared/limits.ts'
import { type CosigningView, createCosigningView, isCollecting } from './cosigning-view.ts'
import { startPoll } from '../reading/poll.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { knowsCosigning } from './knows-cosigning.ts'

/** A cosigning, kept up to date: polled every few seconds while it is open and visible, and on each return. */
export function useCosigning(code: string): CosigningView {
  const { api, member } = useCore()
  const { member: known, telegram } = useServices()
  const [view] = useState(() => createCosigningView(api, code))
  useEffect(() => {
    void view.refresh()
    const poll = startPoll({
      ask: () => view.renew(),
      isWanted: () => isCollecting(view.state.get()),
      isVisible: () => document.visibilityState === 'visible',
      onReturn: (listener) => telegram.onReturn(listener),
      everyMs: COSIGNING_POLL_MS,
    })
    const stopWaking = view.state.listen(() => poll.wake())
    return () => {
      stopWaking()
      poll.stop()
    }
  }, [telegram, view])
  // Home and the wallet show the outcome. Refresh once per change, because polling repeats.
  useEffect(() => {
    let received = ''
    return view.state.listen((state) => {
      const me = known.get()
      if (state.status !== 'shown' || state.problem !== null || me.status !== 'known') return
      const { state: stage, signed, signedAs } = state.value
      const updatedAt = `${stage} ${signed} ${signedAs}`
      if (updatedAt === received) return
      received = updatedAt
      if (!knowsCosigning(me.me, state.value)) void member.renew()
    })
  }, [known, member, view])
  return view
}
