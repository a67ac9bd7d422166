import { useEffect, useState } from 'react'
import { COLLECTION_POLL_MS } from '#shared/limits.ts'
import {
  type CollectionView,
  createCollectionView,
  isCollecting,
} from '../state/collection-view.ts'
import { startPoll } from '../state/poll.ts'
import { useCore } from '../use-core.ts'
import { useServices } from '../use-services.ts'
import { knowsCollection } from './knows-collection.ts'

/** A collection, kept true: every few seconds while it is open and seen, and at once on each return. */
export function useCollection(code: string): CollectionView {
  const { api, member } = useCore()
  const { member: known, telegram } = useServices()
  const [view] = useState(() => createCollectionView(api, code))
  useEffect(() => {
    void view.refresh()
    const poll = startPoll({
      ask: () => view.renew(),
      isWanted: () => isCollecting(view.state.get()),
      isVisible: () => document.visibilityState === 'visible',
      onReturn: (listener) => telegram.onReturn(listener),
      everyMs: COLLECTION_POLL_MS,
    })
    const stopWaking = view.state.listen(() => poll.wake())
    return () => {
      stopWaking()
      poll.stop()
    }
  }, [telegram, view])
  // Home and the wallet show what has become of it. Asked once for the same news: there is a poll.
  useEffect(() => {
    let heard = ''
    return view.state.listen((state) => {
      const me = known.get()
      if (state.status !== 'shown' || state.problem !== null || me.status !== 'known') return
      const { state: stage, signed, signedAs } = state.value
      const news = `${stage} ${signed} ${signedAs}`
      if (news === heard) return
      heard = news
      if (!knowsCollection(me.me, state.value)) void member.renew()
    })
  }, [known, member, view])
  return view
}
