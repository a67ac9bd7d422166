import { atom, type ReadableAtom } from 'nanostores'
import { WALLET_SILENCE_MS } from '#shared/limits.ts'

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
  /** The same, until it is here. Rejects when it does not arrive. */
  arrive(): Promise<void>
}

export function createLoadable<T>(fetchChunk: () => Promise<T>): Loadable<T> {
  const state = atom<Loading<T>>({ status: 'waiting' })
  let underWay: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  async function fetchOnce(): Promise<void> {
    begin()
    try {
      state.set({ status: 'ready', value: await fetchChunk() })
    } catch {
      state.set({ status: 'failed' })
    } finally {
      underWay = null
    }
  }

  /** Nobody waits silently for long; what arrives later is shown all the same. */
  function begin(): void {
    if (state.get().status === 'failed') state.set({ status: 'waiting' })
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (underWay !== null) state.set({ status: 'failed' })
    }, WALLET_SILENCE_MS)
  }

  function load(): void {
    const { status } = state.get()
    if (underWay === null && status !== 'ready') underWay = fetchOnce()
    else if (status === 'failed') begin()
  }

  return {
    state,
    load,
    async arrive() {
      load()
      await underWay
      if (state.get().status !== 'ready') throw new Error('a part of the app did not arrive')
    },
  }
}
