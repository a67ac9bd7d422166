import { atom, type ReadableAtom } from 'nanostores'
import type { ComponentType } from 'react'

export type Loading<Props> =
  | { status: 'waiting' }
  | { status: 'failed' }
  | { status: 'ready'; Component: ComponentType<Props> }

/**
 * A screen in a chunk of its own. Unlike React.lazy it can be loaded ahead without showing a fallback afterwards, and
 * tried again when its chunk did not arrive.
 */
export type Loadable<Props> = {
  state: ReadableAtom<Loading<Props>>
  /** Fetches the chunk unless it is here or on its way. */
  load(): void
}

export function createLoadable<Props>(
  fetchChunk: () => Promise<ComponentType<Props>>,
): Loadable<Props> {
  const state = atom<Loading<Props>>({ status: 'waiting' })
  let isUnderWay = false

  async function load(): Promise<void> {
    isUnderWay = true
    try {
      state.set({ status: 'ready', Component: await fetchChunk() })
    } catch {
      state.set({ status: 'failed' })
    } finally {
      isUnderWay = false
    }
  }

  return {
    state,
    load() {
      if (!isUnderWay && state.get().status !== 'ready') void load()
    },
  }
}
