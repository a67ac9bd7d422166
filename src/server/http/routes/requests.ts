import { answerRequest } from '#shared/api/answer-request.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { withdrawAnswer } from '#shared/api/withdraw-answer.ts'
import type { Request } from '#shared/request.ts'
import { checkMembership } from '../../requests/membership.ts'
import type { MadeRequestRow } from '../../store/requests/made-requests.ts'
import type { StoredRequest } from '../../store/rows/request-rows.ts'
import type { Rate } from '../../store/database/rate-limits.ts'
import type { StoredUser } from '../../store/database/stored.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp } from '../http-env.ts'
import { type ByCode, replyToCode } from '../reply-to-code.ts'
import { enforceRateLimit } from '../admission.ts'
import { refuseFor } from '../refuse-for.ts'
import { ok, refuse, type Reply, serveMember } from '../route.ts'
import { viewRequest } from '../request-views.ts'
import type { StoredAnswer } from '../../store/rows/answer-rows.ts'

/** How often one member may answer and withdraw: each is an event for the host. */
const ANSWER_RATE: Rate = { perSecond: 0.2, burst: 30 }

function answerLimit({ id }: StoredUser) {
  return { subject: `answers:${id}`, rate: ANSWER_RATE }
}

/** A connect request, for the member who opened its link: shows it, answers it, withdraws the answer. */
export function serveRequests(app: HttpApp, deps: HttpDeps): void {
  const { store, now, onEvent } = deps

  serveMember(app, getRequest, (asked) => showRequest(asked, deps))

  serveMember(app, answerRequest, async ({ user, id, body }) => {
    const refusal = await enforceRateLimit(answerLimit(user), deps)
    if (refusal) return refusal
    return withRequest({ user, id }, deps, async (request) => {
      const problem = await checkMembership(user, request, deps)
      if (problem) return refuseFor(problem)
      return give({ code: id, user, walletId: body.walletId }, deps)
    })
  })

  serveMember(app, withdrawAnswer, ({ user, id }) =>
    withRequest({ user, id }, deps, async (request) => {
      const isWithdrawn = await store.withdrawAnswer({ code: id, userId: user.id }, now())
      if (isWithdrawn) onEvent()
      return ok(await present({ request, user, answer: undefined }, deps))
    }),
  )
}

/** A request as a member who opened its link sees it. */
export function showRequest({ user, id }: ByCode, deps: HttpDeps): Promise<Reply<Request>> {
  return withRequest({ user, id }, deps, async (request) => {
    const answer = await deps.store.findAnswer(id, user.id)
    return ok(await present({ request, user, answer }, deps))
  })
}

function withRequest(
  { user, id }: ByCode,
  deps: HttpDeps,
  answer: (request: StoredRequest) => Promise<Reply<Request>>,
): Promise<Reply<Request>> {
  return replyToCode({ user, find: () => deps.store.findRequest(id) }, deps, answer)
}

async function give(
  { code, user, walletId }: { code: string; user: StoredUser; walletId: string },
  deps: HttpDeps,
): Promise<Reply<Request>> {
  const given = await deps.store.answerRequest({ code, userId: user.id, walletId }, deps.now())
  switch (given.outcome) {
    case 'answered': {
      deps.onEvent()
      const { request, answer } = given
      return ok(await present({ request, user, answer }, deps))
    }
    case 'closed':
      return refuse('request-closed')
    case 'full':
      return refuse('request-full')
    case 'not-found':
      return refuse('not-found')
  }
}

type Seen = { request: StoredRequest; user: StoredUser; answer: StoredAnswer | undefined }

async function present({ request, user, answer }: Seen, deps: HttpDeps): Promise<Request> {
  const made = await findMade(request, user, deps)
  const answered = made?.answered ?? (await countIfLimited(request, deps))
  return viewRequest({ request, answered }, { answer, made }, deps)
}

async function findMade(
  { code, maker }: StoredRequest,
  { id }: StoredUser,
  { store }: HttpDeps,
): Promise<MadeRequestRow | undefined> {
  const isMaker = maker.kind === 'member' && maker.user.id === id
  return isMaker ? store.findMadeRequest(code, id) : undefined
}

/** The number of answers only matters where it closes the request. */
async function countIfLimited(
  { code, maxAnswers }: StoredRequest,
  { store }: HttpDeps,
): Promise<number> {
  return maxAnswers === null ? 0 : store.countAnswers(code)
}
