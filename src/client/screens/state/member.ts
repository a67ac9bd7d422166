import type { WritableAtom } from 'nanostores'
import { answerConsent } from '#shared/api/answer-consent.ts'
import { deleteMe } from '#shared/api/delete-me.ts'
import type { RequestOf } from '#shared/api/endpoint.ts'
import { getMe } from '#shared/api/get-me.ts'
import { unlinkWallet } from '#shared/api/unlink-wallet.ts'
import { updateMe } from '#shared/api/update-me.ts'
import { updateWallet } from '#shared/api/update-wallet.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import type { Api } from '../../api/call.ts'
import { problemCodeOf } from '../../api/api-error.ts'
import type { UserStorage } from '../../api/user-storage.ts'
import type { Me, MemberState } from './member-state.ts'

export type Member = {
  /** Shows what the device remembers at once, then asks the server. */
  start(): void
  refresh(): Promise<void>
  /** The three below throw ApiError. */
  answerConsent(attemptId: string, answer: RequestOf<typeof answerConsent>['answer']): Promise<void>
  updateWallet(id: string, change: RequestOf<typeof updateWallet>): Promise<void>
  unlink(id: string): Promise<void>
  /** Tells the server that the bot may write to the member. */
  allowMessages(): Promise<void>
  /** Deletes the account on the server and everything of it on this device. Throws ApiError. */
  deleteAll(): Promise<void>
}

const CACHE_KEY = 'me'

type Deps = {
  api: Api
  storage: UserStorage
  /** What the screens show. */
  state: WritableAtom<MemberState>
}

export function createMember({ api, storage, state }: Deps): Member {
  function show(me: Me): void {
    storage.write(CACHE_KEY, me)
    state.set({ status: 'known', me, outdated: null })
  }

  async function refresh(): Promise<void> {
    if (state.get().status === 'failed') state.set({ status: 'loading' })
    try {
      show(await api.call(getMe, {}))
    } catch (error) {
      state.set(afterFailure(state.get(), problemCodeOf(error)))
    }
  }

  return {
    start() {
      const me = storage.read(CACHE_KEY, getMe.response)
      if (me !== null) state.set({ status: 'known', me, outdated: null })
      void refresh()
    },
    refresh,
    async answerConsent(attemptId, answer) {
      await api.call(answerConsent, { id: attemptId, body: { answer } })
      await refresh()
    },
    async updateWallet(id, change) {
      await api.call(updateWallet, { id, body: change })
      await refresh()
    },
    async unlink(id) {
      await api.call(unlinkWallet, { id })
      await refresh()
    },
    async allowMessages() {
      await api.call(updateMe, { body: { mayMessage: true } })
      await refresh()
    },
    async deleteAll() {
      await api.call(deleteMe, {})
      storage.clear()
      state.set({ status: 'deleted' })
    },
  }
}

/** What is known stays on the screen through an outage, but not when the server says who we are not. */
function afterFailure(state: MemberState, code: ProblemCode): MemberState {
  const isOutage = PROBLEMS[code].retry
  return state.status === 'known' && isOutage
    ? { ...state, outdated: code }
    : { status: 'failed', code }
}
