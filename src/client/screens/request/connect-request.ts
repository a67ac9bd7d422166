import { answerRequest } from '#shared/api/answer-request.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { withdrawAnswer } from '#shared/api/withdraw-answer.ts'
import { getProblemCode } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'
import type { Member } from '../member/member.ts'
import { createQuery } from '../query/query.ts'

/** A connect request on the screen, and the member's answer to it. */
export type ConnectRequest = ReturnType<typeof createConnectRequest>

type Deps = { api: Api; member: Pick<Member, 'refresh' | 'renew'>; code: string }

export function createConnectRequest({ api, member, code }: Deps) {
  const query = createQuery(() => api.call(getRequest, { id: code }), {
    findFirst: () => api.findBrought(getRequest, { id: code }),
  })
  return {
    ...query,
    /** Also resolves when the request was closed meanwhile, and then shows that. Throws ApiError. */
    async answer(walletId: string): Promise<void> {
      try {
        query.put(await api.call(answerRequest, { id: code, body: { walletId } }))
        void member.renew()
      } catch (error) {
        const problem = getProblemCode(error)
        if (problem === 'request-closed' || problem === 'request-full') return query.catchUp()
        // The wallet was unlinked elsewhere, so the known member data is out of date.
        if (problem === 'not-found') await member.refresh()
        throw error
      }
    },
    /** Throws ApiError. */
    async withdraw(): Promise<void> {
      query.put(await api.call(withdrawAnswer, { id: code }))
      void member.renew()
    },
  }
}
