import type { RequestOf } from '#shared/api/endpoint.ts'
import { listMadeRequests } from '#shared/api/list-made-requests.ts'
import { makeRequest } from '#shared/api/make-request.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { MadeRequest } from '#shared/request.ts'
import { getProblemCode } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'

type RequestTerms = RequestOf<typeof makeRequest>

/** Makes one connect request. */
export type RequestCreator = {
  /**
   * Makes it, or finds the one that a try before has made without an answer: the chat gets no second message.
   *
   * @throws ApiError
   */
  make(terms: RequestTerms): Promise<MadeRequest>
}

/** After these nobody knows whether the server has made it. */
const UNCLEAR: ReadonlySet<ProblemCode> = new Set(['server-unreachable', 'offline'])

/** @param api is asked at once which requests there are already */
export function createRequestMaker(api: Api): RequestCreator {
  const before = listRequests(api).catch(() => null)
  /** What was wished for when no answer came. */
  let unanswered: string | null = null

  /** What a try without an answer has made; null for nothing. */
  async function findMade(terms: RequestTerms): Promise<MadeRequest | null> {
    const known = await before
    if (unanswered !== JSON.stringify(terms) || known === null) return null
    const codes = new Set(known.map(({ code }) => code))
    const requests = await listRequests(api)
    return requests.find((made) => !codes.has(made.code) && mayBe(made, terms)) ?? null
  }

  return {
    async make(terms) {
      const made = await findMade(terms)
      if (made !== null) return made
      unanswered = null
      try {
        return await api.call(makeRequest, { body: terms })
      } catch (error) {
        if (UNCLEAR.has(getProblemCode(error))) unanswered = JSON.stringify(terms)
        throw error
      }
    },
  }
}

/** By `/connect` in a group, or in inline mode, the member may have made another meanwhile. */
function mayBe({ chat, families, membersOnly }: MadeRequest, terms: RequestTerms): boolean {
  const isForChat = chat !== null
  return (
    isForChat === (terms.chatId !== null) &&
    membersOnly === terms.membersOnly &&
    families.join() === terms.families.join()
  )
}

async function listRequests(api: Api): Promise<readonly MadeRequest[]> {
  return (await api.call(listMadeRequests, {})).requests
}
