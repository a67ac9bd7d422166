import { useEffect, useEffectEvent, useState } from 'react'
import { useStore } from '../../use-store.ts'
import { useServices } from '../context/use-services.ts'
import type { QueryState, ServerQuery } from '../query/query.ts'

export type UsedQuery<Value> = {
  state: QueryState<Value>
  /** Reads again. */
  refresh: () => void
}

/** Reads from the server when a component shows first. */
export function useQuery<Value>(create: () => ServerQuery<Value>): UsedQuery<Value> {
  const [query] = useState(create)
  const state = useStore(query.state)
  useEffect(() => void query.refresh(), [query])
  return { state, refresh: () => void query.refresh() }
}

/** Calls back each time the member returns to the app. */
export function useOnReturn(act: () => void): void {
  const { telegram } = useServices()
  const latest = useEffectEvent(act)
  useEffect(() => {
    return telegram.onReturn(() => latest())
  }, [telegram])
}
