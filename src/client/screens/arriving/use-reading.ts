import { useEffect, useEffectEvent, useState } from 'react'
import { useStore } from '../../use-store.ts'
import { useServices } from '../context/use-services.ts'
import type { ReadingState, ServerReading } from '../reading/reading.ts'

export type UsedReading<Value> = {
  state: ReadingState<Value>
  /** Reads again. */
  refresh: () => void
}

/** Reads from the server when a component shows first. */
export function useReading<Value>(create: () => ServerReading<Value>): UsedReading<Value> {
  const [reading] = useState(create)
  const state = useStore(reading.state)
  useEffect(() => void reading.refresh(), [reading])
  return { state, refresh: () => void reading.refresh() }
}

/** Calls back each time the member returns to the app. */
export function useOnReturn(act: () => void): void {
  const { telegram } = useServices()
  const latest = useEffectEvent(act)
  useEffect(() => {
    return telegram.onReturn(() => latest())
  }, [telegram])
}
