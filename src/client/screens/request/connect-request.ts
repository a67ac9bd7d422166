import { atom, type ReadableAtom } from 'nanostores'
import { answerRequest } from '#shared/api/answer-request.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { withdrawAnswer } from '#shared/api/withdraw-answer.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import type { Request } from '#shared/request.ts'
import { getProblemCode } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'
import type { Member } from '../member/member.ts'

type ConnectRequestState =
  | { status: 'loading' }
  | { status: 'failed'; code: ProblemCode }
  | { status: 'shown'; request: Request }

/** A connect request on the screen, and the member's answer to it. */
export type ConnectRequest = {
  state: ReadableAtom<ConnectRequestState>
  /** Loads it from the server. */
  load(): Promise<void>
  /** {@link ConnectRequest.load} in the background: shows the result, but no progress. */
  renew(): Promise<void>
  /** Also resolves when the request was closed meanwhile, and then shows that. Throws ApiError. */
  answer(walletId: string): Promise<void>
  /** Throws ApiError. */
  withdraw(): Promise<void>
}

type Deps = { api: Api; member: Pick<Member, 'refresh'>; code: string }

export function createConnectRequest({ api, member, code }: Deps): ConnectRequest {
  const state = atom<ConnectRequestState>({ status: 'loading' })

  async function read(): Promise<ConnectRequestState> {
    try {
      return { status: 'shown', request: await api.call(getRequest, { id: code }) }
    } catch (error) {
      return { status: 'failed', code: getProblemCode(error) }
    }
  }

  async function load(): Promise<void> {
    if (state.get().status === 'failed') state.set({ status: 'loading' })
    state.set(await read())
  }

  async function renew(): Promise<void> {
    const before = state.get()
    const next = await read()
    const isOutage = next.status === 'failed' && PROBLEMS[next.code].retry
    // What the member has done meanwhile is newer.
    if (state.get() === before && !isOutage) state.set(next)
  }

  return {
    state,
    load,
    renew,
    async answer(walletId) {
      try {
        const request = await api.call(answerRequest, { id: code, body: { walletId } })
        state.set({ status: 'shown', request })
      } catch (error) {
        const problem = getProblemCode(error)
        if (problem === 'request-closed' || problem === 'request-full') return load()
        // The wallet was unlinked elsewhere, so the known member data is out of date.
        if (problem === 'not-found') await member.refresh()
        throw error
      }
    },
    async withdraw() {
      const request = await api.call(withdrawAnswer, { id: code })
      state.set({ status: 'shown', request })
    },
  }
}
