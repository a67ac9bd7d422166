import type { RequestOf } from '#shared/api/endpoint.ts'
import { listMadeRequests } from '#shared/api/list-made-requests.ts'
import { makeRequest } from '#shared/api/make-request.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { MadeRequest } from '#shared/request.ts'
import { getProblemCode } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'

type RequestTerms = RequestOf<typeof makeRequest>

/** After these problems it is unknown whether the server has made the request. */
const UNCLEAR: ReadonlySet<ProblemCode> = new Set(['server-unreachable', 'offline'])

/** Makes one connect request. @param api immediately asked which requests exist already */
export function createRequestMaker(api: Api) {
  const before = listRequests(api).catch(() => null)
  /** The terms of the try that got no answer. */
  let unanswered: string | null = null

  /** The request that a try without an answer has made; null if it made none. */
  async function findMade(terms: RequestTerms): Promise<MadeRequest | null> {
    const known = await before
    if (unanswered !== JSON.stringify(terms) || known === null) return null
    const codes = new Set(known.map(({ code }) => code))
    const requests = await listRequests(api)
    return requests.find((made) => !codes.has(made.code) && mayBe(made, terms)) ?? null
  }

  return {
    /**
     * Makes it, or finds the one that an earlier try made without an answer, so that the chat gets no second message.
     *
     * @throws ApiError
     */
    async make(terms: RequestTerms): Promise<MadeRequest> {
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

/** The member may also have made another one meanwhile, with `/connect` in a group or in inline mode. */
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
