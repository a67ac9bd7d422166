import { atom } from 'nanostores'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { ApiError, getProblemCode } from '#client/api/api-error.ts'
import { createApi } from '#client/api/call.ts'
import { redeemTicket, getTicketSession } from '#client/api/ticket-session.ts'
import { createUserStorage } from '#client/api/user-storage.ts'
import { createAttemptMemory } from '#client/screens/linking/attempt-memory.ts'
import type { AttemptSource } from '#client/screens/linking/attempt-source.ts'
import { isUnanswered } from '#client/screens/linking/attempt-view.ts'
import type { Member, TicketPurpose } from '#client/screens/member/member.ts'
import type { Core } from '#client/screens/context/context.ts'
import { createLinking } from './linking.ts'
import type { CoreDeps } from './world.ts'

export { TicketScreen } from '#client/screens/ticket/ticket-screen.tsx'

/** {@link startCore} for a browser with a ticket: it follows one attempt, and requests nothing else from the server. */
export async function startTicketCore(deps: CoreDeps): Promise<Core> {
  const { state } = deps
  state.set({ status: 'loading' })
  try {
    return await openTicketCore(deps)
  } catch (error) {
    state.set({ status: 'failed', code: getProblemCode(error) })
    throw error
  }
}

async function openTicketCore({ world, page, languages, state }: CoreDeps): Promise<Core> {
  const { fetch, now, tab } = world
  const opened = await redeemTicket({ network: { fetch }, tab, now })
  const { user, attemptId } = opened
  languages.choose(user.language).catch(() => undefined)
  const api = createApi({ fetch, session: getTicketSession(opened, tab) })
  // Storage of this tab only: a Mini App in the same browser has its own view of the same attempt.
  const storage = createUserStorage(tab, user.telegramId)
  const memory = createAttemptMemory(storage)
  const getSource = (): AttemptSource => takeOnlyAttempt
  const { attempts, ...linking } = createLinking({
    world,
    page,
    api,
    member: NOBODY,
    memory,
    storage,
    getSource,
  })

  function report(purpose: TicketPurpose): void {
    state.set({ status: 'ticket', user, attemptId, purpose })
  }

  /** An attempt that needs no wallet any longer is only shown. */
  async function takeOnlyAttempt() {
    const attempt = await api.call(getAttempt, { id: attemptId })
    report(attempt.confirmsCode === null ? 'link' : 'cosign')
    if (isUnanswered(attempt)) return attempt
    void attempts.resume(attemptId)
    throw new ApiError('attempt-settled')
  }

  async function cancel(): Promise<void> {
    await attempts.cancel()
    await attempts.resume(attemptId)
  }

  if (memory.toResume(now())?.id === attemptId) void attempts.resume(attemptId)
  report('unknown')
  const member = NOBODY
  return {
    api,
    storage,
    member,
    watchMember: watchNobody,
    proofLaunch: atom({ status: 'none' }),
    adminLink: atom(null),
    attempts: { ...attempts, cancel },
    ...linking,
  }
}

const refuse = () => Promise.reject(new ApiError('session-limited'))

const watchNobody = () => () => {}

/** The session gives no access to the member, and changes nothing. */
const NOBODY: Member = {
  start: () => {},
  refresh: async () => {},
  renew: async () => true,
  answerConsent: refuse,
  updateWallet: refuse,
  unlink: refuse,
  allowMessages: refuse,
  chooseLanguage: refuse,
  deleteAll: refuse,
}
