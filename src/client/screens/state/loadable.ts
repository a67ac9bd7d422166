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
}

export function createLoadable<T>(fetchChunk: () => Promise<T>): Loadable<T> {
  const state = atom<Loading<T>>({ status: 'waiting' })
  let isUnderWay = false
  let timer: ReturnType<typeof setTimeout> | undefined

  async function load(): Promise<void> {
    isUnderWay = true
    begin()
    try {
      state.set({ status: 'ready', value: await fetchChunk() })
    } catch {
      state.set({ status: 'failed' })
    } finally {
      isUnderWay = false
    }
  }

  /** Nobody waits silently for long; what arrives later is shown all the same. */
  function begin(): void {
    if (state.get().status === 'failed') state.set({ status: 'waiting' })
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (isUnderWay) state.set({ status: 'failed' })
    }, WALLET_SILENCE_MS)
  }

  return {
    state,
    load() {
      const { status } = state.get()
      if (!isUnderWay && status !== 'ready') void load()
      else if (status === 'failed') begin()
    },
  }
}
