import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { secureHeaders } from 'hono/secure-headers'
import type { EvmBoot } from '#shared/boot.ts'
import { BODY_LIMIT_BYTES } from '#shared/limits.ts'
import { WEBHOOK_PATH } from '../bot/foreign-webhook.ts'
import { outageLine } from '../log/database-failure.ts'
import { isOutage } from '../store/database/is-outage.ts'
import { MemberGoneError } from '../store/members/users.ts'
import type { Store } from '../store/store.ts'
import { contentSecurityPolicy, type EvmSources, REOWN } from './content-security-policy.ts'
import type { HttpDeps } from './http-deps.ts'
import type { HttpEnv } from './http-env.ts'
import { serveHostApi } from './host/serve-host-api.ts'
import { limitMembers, limitStrangers } from './rate-limits.ts'
import { serveOpenApi } from './openapi/serve-open-api.ts'
import { problemResponse } from './reply.ts'
import { requestLog } from './request-log.ts'
import type { Middleware } from './route.ts'
import { serveAdmin } from './routes/admin.ts'
import { serveAttempts } from './routes/attempts.ts'
import { serveCards } from './routes/cards.ts'
import { serveConsents } from './routes/consents.ts'
import { serveCosign } from './routes/cosign.ts'
import { serveHealth } from './routes/health.ts'
import { serveLegal } from './routes/legal.ts'
import { serveMadeRequests } from './routes/made-requests.ts'
import { serveMe } from './routes/me.ts'
import { serveMetrics } from './routes/metrics.ts'
import { serveMultisigs } from './routes/multisigs.ts'
import { serveNewRequests } from './routes/new-requests.ts'
import { servePages } from './routes/pages.ts'
import { serveProofs } from './routes/proofs.ts'
import { serveRequests } from './routes/requests.ts'
import { serveSession } from './routes/session.ts'
import { serveShare } from './routes/share.ts'
import { serveStart } from './routes/start.ts'
import { serveTickets, serveTicketSession } from './routes/tickets.ts'
import { serveTonConnect } from './routes/ton-connect.ts'
import { serveWallets } from './routes/wallets.ts'
import { serveWalletProofs } from './routes/wallet-proofs.ts'
import { requireSession } from './session.ts'
import { noRoute, sharedProblem } from './shared-problem.ts'

/** Longest accepted body of an update, in bytes: several times what Telegram sends. */
const UPDATE_LIMIT_BYTES = 1024 * 1024

/** The whole HTTP side: open routes first, then everything that needs a session. */
export function createHttp(deps: HttpDeps): Hono<HttpEnv> {
  const { log, now, store, metrics, telegramWebhook } = deps
  const app = new Hono<HttpEnv>()

  app.use(requestLog({ log, metrics }))
  app.use(securityHeaders(deps))
  app.use(hangUpWhileStopping(deps))
  app.onError(async (error, c) => {
    const requestId = c.get('requestId')
    if (error instanceof MemberGoneError) return problemResponse('session-expired', requestId)
    if (c.req.raw.signal.aborted) {
      log.warn({ error, requestId }, 'request broken off by its client')
      return sharedProblem('bad-request', c)
    }
    const isOut = isOutage(error)
    log.error({ error, requestId }, isOut ? outageLine(error) : 'unexpected error')
    const isAway = isOut || !(await answers(store))
    return sharedProblem(isAway ? 'maintenance' : 'internal', c)
  })
  app.notFound(noRoute)

  const limit = bodyLimit({ maxSize: BODY_LIMIT_BYTES, onError: tooLarge })
  app.use('/api/*', limit, limitStrangers(deps))
  app.use('/v1/*', limit, limitStrangers(deps))
  app.use(WEBHOOK_PATH, bodyLimit({ maxSize: UPDATE_LIMIT_BYTES, onError: tooLarge }))

  serveHealth(app, deps)
  serveMetrics(app, deps)
  serveTonConnect(app, deps)
  serveOpenApi(app, deps)
  servePages(app, deps)
  serveLegal(app, deps)
  serveSession(app, deps)
  serveTicketSession(app, deps)
  if (telegramWebhook) app.post(WEBHOOK_PATH, (c) => telegramWebhook(c.req.raw))

  serveHostApi({ app, deps })

  app.use('/api/*', requireSession(store, now))
  app.use('/api/*', limitMembers(deps))
  serveMe(app, deps)
  serveAttempts(app, deps)
  serveProofs(app, deps)
  serveTickets(app, deps)
  serveConsents(app, deps)
  serveWallets(app, deps)
  serveWalletProofs(app, deps)
  serveMultisigs(app, deps)
  serveCosign(app, deps)
  serveAdmin(app, deps)
  serveRequests(app, deps)
  serveNewRequests(app, deps)
  serveMadeRequests(app, deps)
  serveCards(app, deps)
  serveShare(app, deps)
  serveStart(app, deps)
  return app
}

function tooLarge(c: Context<HttpEnv>): Response {
  return sharedProblem('body-too-large', c)
}

/** Tells clients with an open connection in time that this server takes no further request on it. */
function hangUpWhileStopping({ isStopping }: HttpDeps): Middleware {
  return async (c, next) => {
    await next()
    if (isStopping()) c.header('connection', 'close')
  }
}

/** A failure while the database does not answer is not our fault, and the call is worth a retry. */
function answers(store: Store): Promise<boolean> {
  return store.ping().then(
    () => true,
    () => false,
  )
}

/** With another relay, nothing leaves this machine, so Reown's other hosts are left out as well. */
function evmSources(evm: EvmBoot | null): EvmSources | null {
  if (evm === null) return null
  return evm.relayUrl === null ? REOWN : { connect: [new URL(evm.relayUrl).origin], frame: [] }
}

/** hono's defaults, with our own Content-Security-Policy and without what would break Telegram's web clients. */
function securityHeaders({ shell, walletsList, boot }: HttpDeps): Middleware {
  const base = secureHeaders({
    xFrameOptions: false,
    crossOriginResourcePolicy: false,
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    referrerPolicy: 'no-referrer',
    // This policy must not bind other hosts of the operator.
    strictTransportSecurity: 'max-age=15552000',
  })
  return async (c, next) => {
    await base(c, next)
    const policy = contentSecurityPolicy({
      scriptHashes: shell.scriptHashes,
      bridgeOrigins: walletsList.bridgeOrigins(),
      evm: evmSources(boot.evm),
      frameAncestors: boot.frameOrigins,
    })
    c.res.headers.set('content-security-policy', policy)
  }
}
