import { atom, type ReadableAtom } from 'nanostores'
import { getOverview, type Overview } from '#shared/api/admin/get-overview.ts'
import { redeliver } from '#shared/api/admin/redeliver.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { getProblemCode } from '../../api/api-error.ts'
import type { Api } from '../../api/call.ts'

type OverviewState = { status: 'loading' } | { status: 'failed'; code: ProblemCode } | ShownOverview

export type ShownOverview = {
  status: 'shown'
  overview: Overview
  /** When the server was queried, in milliseconds since the epoch. */
  askedAt: number
  isBusy: boolean
  /** Why the last refresh failed. */
  problem: ProblemCode | null
}

export type OverviewStore = {
  state: ReadableAtom<OverviewState>
  /** Requests it from the server, unless that is in progress. The old data stays until the answer. */
  refresh(): Promise<void>
  /** Delivers an event once more. @throws ApiError */
  sendAgain(eventId: string): Promise<void>
}

type Deps = { api: Api; now: () => number }

export function createOverview({ api, now }: Deps): OverviewStore {
  const state = atom<OverviewState>({ status: 'loading' })
  let underWay: Promise<void> | null = null

  async function ask(): Promise<void> {
    const before = state.get()
    const askedAt = now()
    state.set(before.status === 'shown' ? { ...before, isBusy: true } : { status: 'loading' })
    try {
      const overview = await api.call(getOverview, {})
      state.set({ status: 'shown', overview, askedAt, isBusy: false, problem: null })
    } catch (error) {
      state.set(afterFailure(before, getProblemCode(error)))
    }
  }

  function refresh(): Promise<void> {
    underWay ??= ask().finally(() => {
      underWay = null
    })
    return underWay
  }

  return {
    state,
    refresh,
    async sendAgain(eventId) {
      await api.call(redeliver, { id: eventId })
      // An answer that is already on its way would not show it yet.
      await underWay
      await refresh()
    },
  }
}

/** The data stays on the screen through an outage, but not after "not an admin". */
function afterFailure(before: OverviewState, code: ProblemCode): OverviewState {
  return before.status === 'shown' && code !== 'not-admin'
    ? { ...before, isBusy: false, problem: code }
    : { status: 'failed', code }
}
