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
  /** When the server was asked, in milliseconds since the epoch. */
  askedAt: number
  isBusy: boolean
  /** Why what is shown could not be renewed. */
  problem: ProblemCode | null
}

export type OverviewStore = {
  state: ReadableAtom<OverviewState>
  /** Asks the server unless it is being asked. What is shown stays until the answer. */
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

/** An outage leaves on the screen what is there; "not an admin" does not. */
function afterFailure(before: OverviewState, code: ProblemCode): OverviewState {
  return before.status === 'shown' && code !== 'not-admin'
    ? { ...before, isBusy: false, problem: code }
    : { status: 'failed', code }
}
