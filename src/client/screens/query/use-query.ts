import { useEffect, useEffectEvent, useState } from 'react'
import type { Endpoint, ResponseOf } from '#shared/api/endpoint.ts'
import type { CallInput } from '../../api/call.ts'
import { useStore } from '../../use-store.ts'
import { useCore, useServices } from '../context/context.ts'
import { createQuery, type QueryState, type ServerQuery } from './query.ts'

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

/** {@link useQuery} for the answer to one call, which may have come with the session. */
export function useRead<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
): UsedQuery<ResponseOf<E>> {
  const { api } = useCore()
  return useQuery(() =>
    createQuery(() => api.call(endpoint, input), {
      findFirst: () => api.findBrought(endpoint, input),
    }),
  )
}

/** Calls back each time the member returns to the app. */
export function useOnReturn(act: () => void): void {
  const { telegram } = useServices()
  const latest = useEffectEvent(act)
  useEffect(() => {
    return telegram.onReturn(() => latest())
  }, [telegram])
}
