import { atom, type ReadableAtom } from 'nanostores'
import { cancelCollection } from '#shared/api/cancel-collection.ts'
import { getCollection } from '#shared/api/get-collection.ts'
import { withdrawWord } from '#shared/api/withdraw-word.ts'
import type { Collection } from '#shared/multisig.ts'
import { PROBLEMS } from '#shared/problem.ts'
import { problemCodeOf } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'
import { afterFailure, type ReadingState } from './reading.ts'

/** A collection of owners' words on the screen. */
export type CollectionView = {
  state: ReadableAtom<ReadingState<Collection>>
  /** Asks the server; what was asked last counts. False where that came to nothing and is to be tried again. */
  refresh(): Promise<boolean>
  /** {@link CollectionView.refresh} that the member has asked for after a failure. */
  retry(): void
  /** The two below settle also where the collection has been closed meanwhile, which it then shows. They throw ApiError. */
  cancel(): Promise<void>
  withdraw(): Promise<void>
}

/** @param code of the collection */
export function createCollectionView(api: Api, code: string): CollectionView {
  const state = atom<ReadingState<Collection>>({ status: 'loading' })
  let reads = 0

  /** Once it is on the screen, it is asked for again in any case. */
  function read(): Promise<Collection> {
    const isFirst = state.get().status === 'loading'
    return isFirst ? api.call(getCollection, { id: code }) : api.ask(getCollection, { id: code })
  }

  async function refresh(): Promise<boolean> {
    reads += 1
    const mine = reads
    try {
      const value = await read()
      if (mine === reads) state.set({ status: 'shown', value, problem: null })
      return true
    } catch (error) {
      const problem = problemCodeOf(error)
      if (mine === reads) state.set(afterFailure(state.get(), problem))
      return !PROBLEMS[problem].retry
    }
  }

  /** @param ask throws ApiError */
  async function change(ask: () => Promise<unknown>): Promise<void> {
    try {
      await ask()
    } catch (error) {
      if (problemCodeOf(error) !== 'cosign-closed') throw error
    }
    await refresh()
  }

  return {
    state,
    refresh,
    retry() {
      state.set({ status: 'loading' })
      void refresh()
    },
    cancel: () => change(() => api.call(cancelCollection, { id: code })),
    withdraw: () => change(() => api.call(withdrawWord, { id: code })),
  }
}

/** Whether anything may become of it without the member. */
export function isCollecting(state: ReadingState<Collection>): boolean {
  if (state.status === 'failed') return PROBLEMS[state.code].retry
  return state.status === 'shown' && (state.value.state === 'open' || state.problem !== null)
}
