import { atom, type ReadableAtom } from 'nanostores'
import * as v from 'valibot'
import { getLaunchedProof } from '#shared/api/get-launched-proof.ts'
import { submitProofLaunch } from '#shared/api/submit-proof-launch.ts'
import { type ProblemCode, PROBLEMS } from '#shared/problem.ts'
import type { ProofLaunch } from '#shared/proof-launch.ts'
import { PROOF_START_PARAM } from '#shared/start-param.ts'
import { getProblemCode } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'
import type { UserStorage } from '../../api/user-storage.ts'
import type { Router } from './router.ts'

/** What became of a launch by which Telegram signed a proof. `none`: the app was not launched for that. */
export type ProofLaunchState =
  | { status: 'none' }
  /** The member sees the wallet, and nothing is sent before they agree. */
  | { status: 'asked'; walletId: string; agree: () => Promise<void> }
  | { status: 'kept'; walletId: string; launch: ProofLaunch }
  | { status: 'refused'; code: ProblemCode }

type Deps = {
  api: Api
  router: Pick<Router, 'route' | 'open'>
  storage: UserStorage
  initData: string
  onReturn: (listener: () => void) => void
}

const KEPT_KEY = 'proof-launch'

/**
 * Asks the member, on the page of the proof, whether a launch that signs its proof is to be used: anybody can send the link
 * of such a launch. A request that cannot be made now is made on the next return. A launch that was used is over after a
 * reload.
 */
export function followProofLaunch({
  api,
  router,
  storage,
  initData,
  onReturn,
}: Deps): ReadableAtom<ProofLaunchState> {
  const state = atom<ProofLaunchState>({ status: 'none' })
  const startParam = new URLSearchParams(initData).get('start_param') ?? ''

  async function ask(): Promise<void> {
    try {
      const { walletId, launch } = await api.call(getLaunchedProof, { id: startParam })
      if (launch === null) state.set({ status: 'asked', walletId, agree })
      else keep({ walletId, launch })
      if (router.route.get().screen === 'home') router.open({ screen: 'proof', id: walletId })
    } catch (error) {
      state.set({ status: 'refused', code: getProblemCode(error) })
    }
  }

  function askAgain(): void {
    const current = state.get()
    if (current.status !== 'refused' || !PROBLEMS[current.code].retry) return
    state.set({ status: 'none' })
    void ask()
  }

  async function agree(): Promise<void> {
    keep(await api.call(submitProofLaunch, { body: { initData } }))
  }

  function keep(kept: { walletId: string; launch: ProofLaunch }): void {
    storage.write(KEPT_KEY, startParam)
    state.set({ status: 'kept', ...kept })
  }

  const isKept = storage.read(KEPT_KEY, v.string()) === startParam
  if (PROOF_START_PARAM.test(startParam) && !isKept) {
    void ask()
    onReturn(askAgain)
  }
  return state
}
