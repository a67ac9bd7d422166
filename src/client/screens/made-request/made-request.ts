import { atom, type ReadableAtom } from 'nanostores'
import type { RequestOf } from '#shared/api/endpoint.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { listPeople } from '#shared/api/list-people.ts'
import { updateRequest } from '#shared/api/update-request.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import {
  type MadeRequest,
  type ReceivedAnswer,
  type Request,
  REQUEST_LIFE_S,
} from '#shared/request.ts'
import { ApiError, getProblemCode } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'
import { createQuery, type QueryState } from '../query/query.ts'

/** A connect request of the member, and its answers. */
export type MadeRequestStore = ReturnType<typeof createMadeRequest>

/** Who answered, newest first; `withheld` from a maker who may no longer ask there. */
export type ReceivedPeople = readonly ReceivedAnswer[] | 'withheld'

/** How long the list of people counts as current while the number of answers stays the same, in milliseconds. */
const PEOPLE_LAST_MS = 30_000

type Deps = {
  api: Api
  code: string
  /** Milliseconds since the epoch. */
  now: () => number
}

export function createMadeRequest({ api, code, now }: Deps) {
  const input = { id: code }
  const people = atom<ReceivedPeople | null>(null)
  /** Null until known. */
  const readablePeople: ReadableAtom<ReceivedPeople | null> = people
  let last: { answered: number; at: number } | null = null
  const query = createQuery<MadeRequest>((show) => read(api.call(getRequest, input), show), {
    reread: (show) => read(api.ask(getRequest, input), show),
  })

  /** Shows the request before the list of people, which stays until it is loaded again. */
  async function read(
    asked: Promise<Request>,
    show: (request: MadeRequest) => void,
  ): Promise<MadeRequest> {
    const { made } = await asked
    if (made === null) throw new ApiError('not-found')
    show(made)
    await readPeople(made.answered)
    return made
  }

  /** Loads who answered, if that may have changed. @throws ApiError */
  async function readPeople(answered: number): Promise<void> {
    const at = now()
    if (last?.answered === answered && at - last.at < PEOPLE_LAST_MS) return
    people.set(await askForPeople(api, code))
    last = { answered, at }
  }

  async function change(body: RequestOf<typeof updateRequest>): Promise<void> {
    try {
      query.put(await api.call(updateRequest, { id: code, body }))
    } catch (error) {
      // It was closed elsewhere, or with its chat.
      if (getProblemCode(error) !== 'request-closed') throw error
      await query.catchUp()
    }
  }

  return {
    ...query,
    people: readablePeople,
    /** The two below also resolve when the request was closed meanwhile, and then show that. They throw ApiError. */
    async extend(): Promise<void> {
      const shown = query.state.get()
      const expiresIn = shown.status === 'shown' ? findExtension(shown.value, now()) : null
      if (expiresIn !== null) await change({ expiresIn })
    },
    close: (): Promise<void> => change({ state: 'closed' }),
  }
}

/** Whether it can still change without the member. */
export function isLive(state: QueryState<MadeRequest>): boolean {
  if (state.status === 'failed') return PROBLEMS[state.code].retry
  return state.status === 'shown' && (isTaking(state.value) || state.problem !== null)
}

/** Answers can still be given or withdrawn, or the bot's message can still arrive. */
function isTaking({ state, message }: MadeRequest): boolean {
  return state === 'open' || state === 'full' || message === 'waiting'
}

/** The member may no longer ask there, and can still close the request. */
const WITHHOLDING: ReadonlySet<ProblemCode> = new Set(['request-not-allowed', 'chat-gone'])

async function askForPeople(api: Api, code: string): Promise<ReceivedPeople> {
  try {
    return (await api.ask(listPeople, { id: code })).people
  } catch (error) {
    if (WITHHOLDING.has(getProblemCode(error))) return 'withheld'
    throw error
  }
}

/** A shorter extension is not worth a press, in seconds. */
const LEAST_S = 60

/**
 * For how long the request would be open from now on, in seconds, if it is extended by a week; null where it is closed
 * or full, or already open for almost the longest time.
 */
export function findExtension({ state, expiresAt }: MadeRequest, now: number): number | null {
  if (state === 'closed' || state === 'full') return null
  const left = Math.max(0, Math.floor((Date.parse(expiresAt) - now) / 1_000))
  const extended = Math.min(left + REQUEST_LIFE_S.usual, REQUEST_LIFE_S.longest)
  return extended - left > LEAST_S ? extended : null
}
