import { cancelCollection } from '#shared/api/cancel-collection.ts'
import { getCollection } from '#shared/api/get-collection.ts'
import { withdrawWord } from '#shared/api/withdraw-word.ts'
import type { Collection } from '#shared/multisig.ts'
import { PROBLEMS } from '#shared/problem.ts'
import { problemCodeOf } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'
import { createReading, type Reading, type ReadingState } from './reading.ts'

/** A collection of owners' words on the screen. */
export type CollectionView = Reading<Collection> & {
  /** The two below settle also where the collection has been closed meanwhile, which it then shows. They throw ApiError. */
  cancel(): Promise<void>
  withdraw(): Promise<void>
}

/** @param code of the collection */
export function createCollectionView(api: Api, code: string): CollectionView {
  const input = { id: code }
  const reading = createReading(
    () => api.call(getCollection, input),
    () => api.ask(getCollection, input),
  )

  /** @param ask throws ApiError */
  async function change(ask: () => Promise<unknown>): Promise<void> {
    try {
      await ask()
    } catch (error) {
      if (problemCodeOf(error) !== 'cosign-closed') throw error
    }
    await reading.catchUp()
  }

  return {
    ...reading,
    cancel: () => change(() => api.call(cancelCollection, input)),
    withdraw: () => change(() => api.call(withdrawWord, input)),
  }
}

/** Whether anything may become of it without the member. */
export function isCollecting(state: ReadingState<Collection>): boolean {
  if (state.status === 'failed') return PROBLEMS[state.code].retry
  return state.status === 'shown' && (state.value.state === 'open' || state.problem !== null)
}
