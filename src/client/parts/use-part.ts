import { useEffect } from 'react'
import { useStore } from '../use-store.ts'
import type { Part, PartState } from './part.ts'

export type UsedPart<T> = PartState<T> & { retry: () => void }

const UNWANTED = { status: 'failed' } as const

/**
 * Fetches a part for a component, and says whether it is here.
 *
 * @param isWanted whether the component needs it at all; until then it counts as failed. @default true
 */
export function usePart<T>(part: Part<T>, isWanted = true): UsedPart<T> {
  const state = useStore(part.state)
  useEffect(() => {
    if (isWanted) part.load()
  }, [part, isWanted])
  return { ...(isWanted ? state : UNWANTED), retry: () => part.load() }
}
