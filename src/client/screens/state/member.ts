import type { WritableAtom } from 'nanostores'
import { answerConsent } from '#shared/api/answer-consent.ts'
import { deleteMe } from '#shared/api/delete-me.ts'
import type { RequestOf } from '#shared/api/endpoint.ts'
import { getMe } from '#shared/api/get-me.ts'
import { unlinkWallet } from '#shared/api/unlink-wallet.ts'
import { updateMe } from '#shared/api/update-me.ts'
import { updateWallet } from '#shared/api/update-wallet.ts'
import type { Language } from '#shared/languages.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import type { Api } from '../../api/call.ts'
import { getProblemCode } from '../../api/api-error.ts'
import type { UserStorage } from '../../api/user-storage.ts'
import type { LanguageChoice } from './language-choice.ts'
import type { Me, MemberState } from './member-state.ts'

export type Member = {
  /** Shows what the device remembers at once, then asks the server. */
  start(): void
  refresh(): Promise<void>
  /** {@link Member.refresh} that nobody has asked for: it shows only what comes of it. False where it is to be tried again. */
  renew(): Promise<boolean>
  /** The three below throw ApiError. */
  answerConsent(attemptId: string, answer: RequestOf<typeof answerConsent>['answer']): Promise<void>
  updateWallet(id: string, change: RequestOf<typeof updateWallet>): Promise<void>
  unlink(id: string): Promise<void>
  /** Reports to the server that Telegram says the member allowed messages. */
  allowMessages(): Promise<void>
  /** Speaks this at once, here and by the bot; what Telegram speaks if null. Throws ApiError. */
  chooseLanguage(language: Language | null): Promise<void>
  /** Deletes the account on the server and everything of it on this device. Throws ApiError. */
  deleteAll(): Promise<void>
}

const CACHE_KEY = 'me'

type Deps = {
  api: Api
  storage: UserStorage
  language: LanguageChoice
  /** What the screens show. */
  state: WritableAtom<MemberState>
}

export function createMember({ api, storage, language, state }: Deps): Member {
  let latest = 0

  function show(me: Me, applyChoice: ReturnType<LanguageChoice['withFreshChoice']>): void {
    applyChoice(me.user)
    storage.write(CACHE_KEY, me)
    state.set({ status: 'known', me, outdated: null })
  }

  /** An answer that a newer question has overtaken says nothing any more. */
  async function look(read: () => Promise<Me>): Promise<boolean> {
    if (state.get().status === 'deleted') return true
    latest += 1
    const mine = latest
    try {
      const applyChoice = language.withFreshChoice()
      const me = await read()
      if (mine === latest) show(me, applyChoice)
      return true
    } catch (error) {
      const code = getProblemCode(error)
      if (mine === latest) state.set(afterFailure(state.get(), code))
      return !PROBLEMS[code].retry
    }
  }

  async function refresh(): Promise<void> {
    if (state.get().status === 'failed') state.set({ status: 'loading' })
    await look(() => api.call(getMe, {}))
  }

  return {
    start() {
      const me = storage.read(CACHE_KEY, getMe.response)
      if (me !== null) state.set({ status: 'known', me, outdated: null })
      void refresh()
    },
    refresh,
    renew: () => look(() => api.ask(getMe, {})),
    async answerConsent(attemptId, answer) {
      await api.call(answerConsent, { id: attemptId, body: { answer } }).catch(unlessGone)
      await refresh()
    },
    async updateWallet(id, change) {
      await api.call(updateWallet, { id, body: change })
      await refresh()
    },
    async unlink(id) {
      await api.call(unlinkWallet, { id }).catch(unlessGone)
      await refresh()
    },
    async allowMessages() {
      await api.call(updateMe, { body: { mayMessage: true } })
      await refresh()
    },
    chooseLanguage: (chosen) => language.choose(chosen),
    async deleteAll() {
      await api.call(deleteMe, {})
      // What is still on its way would bring the member back.
      latest += 1
      storage.clear()
      language.forget()
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

/** What is gone already, be it by the same call whose answer was lost, is as it was to be. */
function unlessGone(error: unknown): void {
  if (getProblemCode(error) !== 'not-found') throw error
}
