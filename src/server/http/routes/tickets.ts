import { getCookie } from 'hono/cookie'
import { createTicket } from '#shared/api/create-ticket.ts'
import type { ResponseOf } from '#shared/api/endpoint.ts'
import { openTicketSession } from '#shared/api/open-ticket-session.ts'
import { TICKET_TTL_MS } from '#shared/limits.ts'
import { TICKET_PARAMETER } from '#shared/ticket.ts'
import type { Rate } from '../../store/database/rate-limits.ts'
import type { EpochMs } from '../../store/database/stored.ts'
import type { StoredAttempt } from '../../store/rows/attempt-rows.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp } from '../http-env.ts'
import { enforceRateLimit, createToken, hashToken } from '../admission.ts'
import { refuseFor } from '../refuse-for.ts'
import {
  created,
  limitBodyOf,
  parseBody,
  refuse,
  type Reply,
  respond,
  serveMember,
} from '../route.ts'
import { lateCode, refuseLate } from '../../linking/settle.ts'
import { isoTime, viewUser } from '../views.ts'

/** How often one member may make tickets: each may become a session, which is stored as long as its attempt. */
const TICKET_RATE: Rate = { perSecond: 0.2, burst: 30 }

/** Gives a one-time ticket for the browser to the attempt's own member. */
export function serveTickets(app: HttpApp, deps: HttpDeps): void {
  const { store, now, boot, publicUrl, telegramLogin } = deps

  serveMember(app, createTicket, async ({ user, id }) => {
    if (boot.policy.evm === 'off') return refuse('evm-off')
    const attempt = await store.findAttempt(id, user.id, now())
    if (!attempt) return refuse('not-found')
    if (attempt.family !== 'evm') return refuse('bad-request')
    const late = lateCode(attempt)
    if (late) return refuseFor(refuseLate(attempt, late, deps).code)
    const refusal = await enforceRateLimit(
      { subject: `tickets:${user.id}`, rate: TICKET_RATE },
      deps,
    )
    if (refusal) return refusal
    const expiresAt = isoTime(getTicketEnd(attempt, now()))
    const lang = `lang=${user.language}`
    if (telegramLogin !== null)
      return created({ url: `${publicUrl}/login/${id}?${lang}`, expiresAt })
    const ticket = createToken()
    if (!(await storeTicket({ ticket, cookie: '', attempt, userId: user.id }, deps)))
      return refuseFor(refuseLate(attempt, 'attempt-settled', deps).code)
    const url = `${publicUrl}/connect?${lang}#${TICKET_PARAMETER}=${ticket}`
    return created({ ticket, url, expiresAt })
  })
}

/** Name of the cookie that a browser keeps of its login with Telegram. A neighbour on the same domain cannot set one with this prefix. */
export function loginCookie(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-clasp-login' : 'clasp-login'
}

type NewTicket = {
  ticket: string
  /** The cookie of the browser that logged in, without which the ticket is worth nothing; empty without a login. */
  cookie: string
  attempt: Pick<StoredAttempt, 'id' | 'expiresAt'>
  userId: string
}

/** False if the attempt waits for no proof. */
export async function storeTicket(
  { ticket, cookie, attempt, userId }: NewTicket,
  { store, now }: Pick<HttpDeps, 'store' | 'now'>,
): Promise<boolean> {
  const expiresAt = getTicketEnd(attempt, now())
  const ticketHash = hashToken(ticket + cookie)
  return store.createTicket({ ticketHash, attemptId: attempt.id, userId, expiresAt }, now())
}

function getTicketEnd({ expiresAt }: Pick<StoredAttempt, 'expiresAt'>, now: EpochMs): EpochMs {
  return Math.min(now + TICKET_TTL_MS, expiresAt)
}

/** Exchanges a ticket for a session of its one attempt. Runs before everything that needs a session. */
export function serveTicketSession(app: HttpApp, deps: HttpDeps): void {
  const { method, path } = openTicketSession
  app.on(method, path, limitBodyOf(openTicketSession), async (c) => {
    const body = await parseBody(openTicketSession, c)
    if (!body.ok) return respond(refuse('bad-request'), c)
    const isLogin = deps.telegramLogin !== null
    const cookie = isLogin ? (getCookie(c, loginCookie(deps.publicUrl)) ?? '') : ''
    return respond(await redeem(body.value.ticket + cookie, deps), c)
  })
}

/** The address of its presenter is limited, as for every route. A ticket that does not exist costs one read. */
async function redeem(
  ticket: string,
  deps: Pick<HttpDeps, 'store' | 'now'>,
): Promise<Reply<ResponseOf<typeof openTicketSession>>> {
  const token = createToken()
  const hashes = { ticketHash: hashToken(ticket), tokenHash: hashToken(token) }
  const session = await deps.store.redeemTicket(hashes, deps.now())
  if (!session) return refuse('ticket-invalid')
  const { user, attemptId, expiresAt } = session
  return created({ token, expiresAt: isoTime(expiresAt), attemptId, user: viewUser(user) })
}
