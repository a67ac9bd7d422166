import type { Hono } from 'hono'
import { answerRequest } from '#shared/api/answer-request.ts'
import { getRequest } from '#shared/api/get-request.ts'
import { withdrawAnswer } from '#shared/api/withdraw-answer.ts'
import type { Request } from '#shared/request.ts'
import type { StoredAnswer, StoredRequest } from '../../store/request-store.ts'
import type { Rate } from '../../store/rate-limits.ts'
import type { StoredUser } from '../../store/store.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { refuseHurry } from '../refuse-hurry.ts'
import { ok, refuse } from '../reply.ts'
import { requestState } from '../request-state.ts'
import { serveMember } from '../route.ts'
import { isoTime } from '../views.ts'

/** What one member may answer and take back: each is an event for the owner's code. */
const ANSWER_RATE: Rate = { perSecond: 0.2, burst: 30 }

function turnOf({ id }: StoredUser) {
  return { subject: `answers:${id}`, rate: ANSWER_RATE }
}

/** A connect request, to the member who opened its link: seen, answered, the answer taken back. */
export function serveRequests(app: Hono<HttpEnv>, deps: HttpDeps): void {
  const { store, now, onEvent } = deps

  serveMember(app, getRequest, async ({ user, id }) => {
    const [request, answer] = await Promise.all([
      store.findRequest(id),
      store.findAnswer(id, user.id),
    ])
    return request ? ok(viewRequest(request, answer, now())) : refuse('not-found')
  })

  serveMember(app, answerRequest, async ({ user, id, body }) => {
    const refusal = await refuseHurry(turnOf(user), deps)
    if (refusal) return refusal
    const answer = { code: id, userId: user.id, walletId: body.walletId }
    const reply = await store.answerRequest(answer, now())
    if (reply.outcome === 'not-found') return refuse('not-found')
    if (reply.outcome === 'closed') return refuse('request-closed')
    onEvent()
    return ok(viewRequest(reply.request, reply.answer, now()))
  })

  serveMember(app, withdrawAnswer, async ({ user, id }) => {
    const request = await store.findRequest(id)
    if (!request) return refuse('not-found')
    const isWithdrawn = await store.withdrawAnswer({ code: id, userId: user.id }, now())
    if (isWithdrawn) onEvent()
    return ok(viewRequest(request, undefined, now()))
  })
}

/** Who made the request stays with the server: a member hears of the app only. */
function viewRequest(
  request: StoredRequest,
  answer: StoredAnswer | undefined,
  now: number,
): Request {
  const { code, families, expiresAt } = request
  return {
    code,
    families,
    state: requestState(request, now),
    expiresAt: isoTime(expiresAt),
    answer: answer ? { walletId: answer.walletId, answeredAt: isoTime(answer.answeredAt) } : null,
  }
}
