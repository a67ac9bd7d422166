import { answerRequest } from '#shared/api/answer-request.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { withdrawAnswer } from '#shared/api/withdraw-answer.ts'
import type { Request } from '#shared/request.ts'
import { getProblemCode } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'
import type { Member } from '../member/member.ts'
import { createQuery, type ServerQuery } from '../query/query.ts'

/** A connect request on the screen, and the member's answer to it. */
export type ConnectRequest = ServerQuery<Request> & {
  /** Also resolves when the request was closed meanwhile, and then shows that. Throws ApiError. */
  answer(walletId: string): Promise<void>
  /** Throws ApiError. */
  withdraw(): Promise<void>
}

type Deps = { api: Api; member: Pick<Member, 'refresh' | 'renew'>; code: string }

export function createConnectRequest({ api, member, code }: Deps): ConnectRequest {
  const query = createQuery(() => api.call(getRequest, { id: code }), {
    findFirst: () => api.findBrought(getRequest, { id: code }),
  })
  return {
    ...query,
    async answer(walletId) {
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
    async withdraw() {
      query.put(await api.call(withdrawAnswer, { id: code }))
      void member.renew()
    },
  }
}
