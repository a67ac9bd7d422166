import type { WritableAtom } from 'nanostores'
import { answerConsent } from '#shared/api/answer-consent.ts'
import { deleteMe } from '#shared/api/delete-me.ts'
import type { RequestOf, ResponseOf } from '#shared/api/endpoint.ts'
import { getMe } from '#shared/api/get-me.ts'
import { unlinkWallet } from '#shared/api/unlink-wallet.ts'
import { updateMe } from '#shared/api/update-me.ts'
import { updateWallet } from '#shared/api/update-wallet.ts'
import type { Language } from '#shared/languages.ts'
import { PROBLEMS, type ProblemCode } from '#shared/problem.ts'
import type { Api } from '../../api/call.ts'
import { getProblemCode, unless } from '../../api/api-error.ts'
import type { UserStorage } from '../../api/user-storage.ts'
import type { LanguageChoice } from '../language/language-choice.ts'
import type { User } from '#shared/user.ts'

type HolderAnswer = RequestOf<typeof answerConsent>['answer']

const CACHE_KEY = 'me'

/** What is already gone is a success: an earlier call may have removed it, and its answer was lost. */
const unlessGone = unless('not-found')

type Deps = {
  api: Api
  storage: UserStorage
  language: LanguageChoice
  /** What the screens show. */
  state: WritableAtom<MemberState>
}

export type Member = ReturnType<typeof createMember>

export function createMember({ api, storage, language, state }: Deps) {
  let latest = 0

  function show(me: Me, applyChoice: ReturnType<LanguageChoice['withFreshChoice']>): void {
    applyChoice(me.user)
    storage.write(CACHE_KEY, me)
    state.set({ status: 'known', me, outdated: null })
  }

  /** Ignores an answer if there has been a newer request since. */
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
    /** Shows immediately what the device remembers, then requests it from the server. */
    start(): void {
      const me = storage.read(CACHE_KEY, getMe.response)
      if (me !== null) state.set({ status: 'known', me, outdated: null })
      void refresh()
    },
    refresh,
    /** {@link Member.refresh} in the background: shows only the result. False where it should be tried again. */
    renew: (): Promise<boolean> => look(() => api.ask(getMe, {})),
    /** The three below throw ApiError. */
    async answerConsent(attemptId: string, answer: HolderAnswer): Promise<void> {
      await api.call(answerConsent, { id: attemptId, body: { answer } }).catch(unlessGone)
      await refresh()
    },
    async updateWallet(id: string, change: RequestOf<typeof updateWallet>): Promise<void> {
      await api.call(updateWallet, { id, body: change })
      await refresh()
    },
    async unlink(id: string): Promise<void> {
      await api.call(unlinkWallet, { id }).catch(unlessGone)
      await refresh()
    },
    /** Reports to the server that Telegram says the member allowed messages. */
    async allowMessages(): Promise<void> {
      await api.call(updateMe, { body: { mayMessage: true } })
      await refresh()
    },
    /** Changes the language immediately, in the app and the bot; null follows Telegram. Throws ApiError. */
    chooseLanguage: (chosen: Language | null): Promise<void> => language.choose(chosen),
    /** Deletes the account on the server and all its data on this device. Throws ApiError. */
    async deleteAll(): Promise<void> {
      await api.call(deleteMe, {})
      // Answers that are still on their way would bring the member back.
      latest += 1
      storage.clear()
      language.forget()
      state.set({ status: 'deleted' })
    },
  }
}

/** Known data stays on the screen through an outage, but not when the server denies who we are. */
function afterFailure(state: MemberState, code: ProblemCode): MemberState {
  const isOutage = PROBLEMS[code].retry
  return state.status === 'known' && isOutage
    ? { ...state, outdated: code }
    : { status: 'failed', code }
}

export type Me = ResponseOf<typeof getMe>

/** The member as far as this device knows. */
export type MemberState =
  | { status: 'loading' }
  | { status: 'failed'; code: ProblemCode }
  | KnownMember
  /** A browser that may finish one attempt of a member, and knows nothing else about them. */
  | { status: 'ticket'; user: User; attemptId: string; purpose: TicketPurpose }
  | { status: 'deleted' }

/** The one attempt's purpose: to link a wallet, or to give an owner's confirmation for a multisig. */
export type TicketPurpose = 'unknown' | 'link' | 'cosign'

export type KnownMember = {
  status: 'known'
  me: Me
  /** Why the shown data may be out of date; null when it is current, or being refreshed. */
  outdated: ProblemCode | null
}
