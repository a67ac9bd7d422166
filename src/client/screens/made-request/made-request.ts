import { atom, type ReadableAtom } from 'nanostores'
import type { RequestOf } from '#shared/api/endpoint.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { listPeople } from '#shared/api/list-people.ts'
import { updateRequest } from '#shared/api/update-request.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import { getProblemCode } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'
import { findExtension } from './find-extension.ts'
import {
  type MadeRequestState,
  type ReceivedPeople,
  withPeople,
  withRequest,
} from './made-request-state.ts'
import { afterFailure } from '../query/query.ts'

/** A connect request of the member, and its answers. */
export type MadeRequestStore = {
  state: ReadableAtom<MadeRequestState>
  /** Requests it from the server, unless that is in progress. False where that failed and should be tried again. */
  refresh(): Promise<boolean>
  /** {@link MadeRequestStore.refresh} by the member after a failure. */
  retry(): void
  /** The two below also resolve when the request was closed meanwhile, and then show that. They throw ApiError. */
  extend(): Promise<void>
  close(): Promise<void>
}

/** How long the list of people counts as current while the number of answers stays the same, in milliseconds. */
const PEOPLE_LAST_MS = 30_000

type Deps = {
  api: Api
  code: string
  /** Milliseconds since the epoch. */
  now: () => number
}

export function createMadeRequest({ api, code, now }: Deps): MadeRequestStore {
  const state = atom<MadeRequestState>({ status: 'loading' })
  const readPeople = createPeopleReader({ api, code, now })
  let underWay: Promise<boolean> | null = null
  let changes = 0

  async function look(): Promise<void> {
    const changesBefore = changes
    const isFirst = state.get().status === 'loading'
    const { made } = await (isFirst
      ? api.call(getRequest, { id: code })
      : api.ask(getRequest, { id: code }))
    // What the member has changed meanwhile is newer than this.
    if (changes !== changesBefore) return
    if (made === null) return state.set({ status: 'failed', code: 'not-found' })
    state.set(withRequest(state.get(), made))
    const people = await readPeople(made.answered)
    if (people !== null) state.set(withPeople(state.get(), people))
  }

  async function ask(): Promise<boolean> {
    try {
      await look()
      return true
    } catch (error) {
      const problem = getProblemCode(error)
      state.set(afterFailure(state.get(), problem))
      return !PROBLEMS[problem].retry
    }
  }

  async function change(body: RequestOf<typeof updateRequest>): Promise<void> {
    try {
      const request = await api.call(updateRequest, { id: code, body })
      changes += 1
      state.set(withRequest(state.get(), request))
    } catch (error) {
      // It was closed elsewhere, or with its chat.
      if (getProblemCode(error) !== 'request-closed') throw error
      await underWay
      await refresh()
    }
  }

  function refresh(): Promise<boolean> {
    underWay ??= ask().finally(() => {
      underWay = null
    })
    return underWay
  }

  return {
    state,
    refresh,
    retry() {
      state.set({ status: 'loading' })
      void refresh()
    },
    async extend() {
      const shown = state.get()
      const expiresIn = shown.status === 'shown' ? findExtension(shown.value.request, now()) : null
      if (expiresIn !== null) await change({ expiresIn })
    },
    close: () => change({ state: 'closed' }),
  }
}

/** Loads who answered, if that may have changed; null where it has not. Throws ApiError. */
function createPeopleReader({ api, code, now }: Deps) {
  let last: { answered: number; at: number } | null = null
  return async (answered: number): Promise<ReceivedPeople | null> => {
    const at = now()
    if (last?.answered === answered && at - last.at < PEOPLE_LAST_MS) return null
    const people = await askForPeople({ api, code })
    last = { answered, at }
    return people
  }
}

/** The member may no longer ask there, and can still close the request. */
const WITHHOLDING: ReadonlySet<ProblemCode> = new Set(['request-not-allowed', 'chat-gone'])

async function askForPeople({ api, code }: Omit<Deps, 'now'>): Promise<ReceivedPeople> {
  try {
    return (await api.ask(listPeople, { id: code })).people
  } catch (error) {
    if (WITHHOLDING.has(getProblemCode(error))) return 'withheld'
    throw error
  }
}
