import type { RequestOf } from '#shared/api/endpoint.ts'
import { listMadeRequests } from '#shared/api/list-made-requests.ts'
import { makeRequest } from '#shared/api/make-request.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { MadeRequest } from '#shared/request.ts'
import { problemCodeOf } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'

/** Makes one connect request. */
export type RequestMaker = {
  /**
   * Makes it, or finds the one that a try before has made without an answer: the chat gets no second message.
   *
   * @throws ApiError
   */
  make(wish: RequestOf<typeof makeRequest>): Promise<MadeRequest>
}

/** After these nobody knows whether the server has made it. */
const UNCLEAR: ReadonlySet<ProblemCode> = new Set(['server-unreachable', 'offline'])

/** @param api is asked at once which requests there are already */
export function createRequestMaker(api: Api): RequestMaker {
  const before = listRequests(api).catch(() => null)
  /** What was wished for when no answer came. */
  let unanswered: string | null = null

  /** What a try without an answer has made; null for nothing. */
  async function findMade(wish: string): Promise<MadeRequest | null> {
    const known = await before
    if (unanswered !== wish || known === null) return null
    const codes = new Set(known.map(({ code }) => code))
    const requests = await listRequests(api)
    return requests.find(({ code }) => !codes.has(code)) ?? null
  }

  return {
    async make(wish) {
      const key = JSON.stringify(wish)
      const made = await findMade(key)
      if (made !== null) return made
      unanswered = null
      try {
        return await api.call(makeRequest, { body: wish })
      } catch (error) {
        if (UNCLEAR.has(problemCodeOf(error))) unanswered = key
        throw error
      }
    },
  }
}

async function listRequests(api: Api): Promise<readonly MadeRequest[]> {
  return (await api.call(listMadeRequests, {})).requests
}
