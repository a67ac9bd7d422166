import { atom, type ReadableAtom } from 'nanostores'

export type Loading<T> =
  | { status: 'waiting' }
  | { status: 'failed' }
  | { status: 'ready'; value: T }

/**
 * A part of the app in a chunk of its own. Unlike React.lazy it can be loaded ahead without showing a fallback
 * afterwards, and tried again when its chunk did not arrive.
 */
export type Loadable<T> = {
  state: ReadableAtom<Loading<T>>
  /** Fetches the chunk unless it is here or on its way. */
  load(): void
}

export function createLoadable<T>(fetchChunk: () => Promise<T>): Loadable<T> {
  const state = atom<Loading<T>>({ status: 'waiting' })
  let isUnderWay = false

  async function load(): Promise<void> {
    isUnderWay = true
    if (state.get().status === 'failed') state.set({ status: 'waiting' })
    try {
      state.set({ status: 'ready', value: await fetchChunk() })
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
