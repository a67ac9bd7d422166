import { cancelCosigning } from '#shared/api/cancel-cosigning.ts'
import { getCosigning } from '#shared/api/get-cosigning.ts'
import { withdrawConfirmation } from '#shared/api/withdraw-confirmation.ts'
import type { Cosigning } from '#shared/multisig.ts'
import { PROBLEMS } from '#shared/problem.ts'
import { unless } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'
import { createQuery, type QueryState } from '../query/query.ts'

/** A cosigning on the screen. */
export type CosigningView = ReturnType<typeof createCosigningView>

/** @param code of the cosigning */
export function createCosigningView(api: Api, code: string) {
  const input = { id: code }
  const query = createQuery(() => api.call(getCosigning, input), {
    reread: () => api.ask(getCosigning, input),
    findFirst: () => api.findBrought(getCosigning, input),
  })

  /** @param ask throws ApiError */
  async function change(ask: () => Promise<unknown>): Promise<void> {
    await ask().catch(unless('cosign-closed'))
    await query.catchUp()
  }

  return {
    ...query,
    /** The two below also resolve when the cosigning was closed meanwhile, and then show that. They throw ApiError. */
    cancel: (): Promise<void> => change(() => api.call(cancelCosigning, input)),
    withdraw: (): Promise<void> => change(() => api.call(withdrawConfirmation, input)),
  }
}

/** Whether it can still change without the member. */
export function isCollecting(state: QueryState<Cosigning>): boolean {
  if (state.status === 'failed') return PROBLEMS[state.code].retry
  return state.status === 'shown' && (state.value.state === 'open' || state.problem !== null)
}
