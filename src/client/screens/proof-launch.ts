import { atom, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { submitProofLaunch } from '#shared/api/submit-proof-launch.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { ProofLaunch } from '#shared/proof-launch.ts'
import { PROOF_START_PARAM } from '#shared/start-param.ts'
import { getProblemCode } from '../api/api-error.ts'
import type { Api } from '../api/call.ts'
import type { UserStorage } from '../api/user-storage.ts'
import type { Router } from './routing/router.ts'

/** What became of a launch by which Telegram signed a proof. `none`: the app was not launched for that. */
export type ProofLaunchState =
  | { status: 'none' }
  | { status: 'kept'; walletId: string; launch: ProofLaunch }
  | { status: 'refused'; code: ProblemCode }

type Deps = {
  api: Api
  router: Pick<Router, 'route' | 'open'>
  storage: UserStorage
  initData: string
}

const KEPT_KEY = 'proof-launch'

/** Submits the launch if it is one that signs a proof, and then shows the wallet. A reload does not submit it again. */
export function followProofLaunch({
  api,
  router,
  storage,
  initData,
}: Deps): ReadableAtom<ProofLaunchState> {
  const state = atom<ProofLaunchState>({ status: 'none' })
  const startParam = new URLSearchParams(initData).get('start_param') ?? ''

  async function submit(): Promise<void> {
    try {
      const kept = await api.call(submitProofLaunch, { body: { initData } })
      storage.write(KEPT_KEY, startParam)
      state.set({ status: 'kept', ...kept })
      if (router.route.get().screen === 'home') router.open({ screen: 'wallet', id: kept.walletId })
    } catch (error) {
      state.set({ status: 'refused', code: getProblemCode(error) })
    }
  }

  const isKept = storage.read(KEPT_KEY, v.string()) === startParam
  if (PROOF_START_PARAM.test(startParam) && !isKept) void submit()
  return state
}
