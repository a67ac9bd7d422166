import { atom, type ReadableAtom } from 'nanostores'
import { WALLET_SILENCE_MS } from '#shared/limits.ts'
import { importPart, onBack } from '../../connection.ts'

export type Loading<T> =
  | { status: 'waiting' }
  | { status: 'failed' }
  | { status: 'ready'; value: T }

/**
 * A part of the app in its own chunk. Unlike React.lazy it can be preloaded without showing a fallback afterwards, and
 * retried when its chunk did not load. Retries automatically when the device is online again or the member returns.
 */
export type Loadable<T> = {
  state: ReadableAtom<Loading<T>>
  /** Fetches the chunk unless it is loaded or loading. */
  load(): void
  /** The same, and resolves when it is loaded. Rejects when it does not load. */
  arrive(): Promise<void>
}

export function createLoadable<T>(fetchChunk: () => Promise<T>): Loadable<T> {
  const state = atom<Loading<T>>({ status: 'waiting' })
  let underWay: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWatched = false

  async function fetchOnce(): Promise<void> {
    startTimeout()
    try {
      state.set({ status: 'ready', value: await importPart(fetchChunk) })
    } catch {
      state.set({ status: 'failed' })
      if (!isWatched) onBack(load)
      isWatched = true
    } finally {
      underWay = null
    }
  }

  /** Fails after a limited time; a chunk that loads later is shown anyway. */
  function startTimeout(): void {
    if (state.get().status === 'failed') state.set({ status: 'waiting' })
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (underWay !== null) state.set({ status: 'failed' })
    }, WALLET_SILENCE_MS)
  }

  function load(): void {
    const { status } = state.get()
    if (underWay === null && status !== 'ready') underWay = fetchOnce()
    else if (status === 'failed') startTimeout()
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
