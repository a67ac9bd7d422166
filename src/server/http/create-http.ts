import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { secureHeaders } from 'hono/secure-headers'
import { STATUS_PATH } from '#proof/proof-status.ts'
import type { EvmBoot } from '#shared/boot.ts'
import { getRegistryOrigin } from '#shared/evm-registry.ts'
import { WEBHOOK_PATH } from '../bot/foreign-webhook.ts'
import { outageLine } from '../log/database-failure.ts'
import { withinRequest } from '../log/request-scope.ts'
import { parseTraceparent } from '../log/traceparent.ts'
import { isOutage } from '../store/database/is-outage.ts'
import { MemberGoneError } from '../store/rows/user-rows.ts'
import type { Store } from '../store/store.ts'
import { contentSecurityPolicy, type EvmSources, REOWN } from './content-security-policy.ts'
import type { HttpDeps } from './http-deps.ts'
import type { HttpApp, HttpEnv } from './http-env.ts'
import { serveHostApi } from './host/serve-host-api.ts'
import { limitMembers, requireSession } from './admission.ts'
import { limitAddresses } from './limit-addresses.ts'
import { limitBody } from './limit-body.ts'
import { serveOpenApi } from './openapi/serve-open-api.ts'
import { problemResponse, type Middleware } from './route.ts'
import { serveAdmin } from './routes/admin.ts'
import { serveAttempts } from './routes/attempts.ts'
import { serveCards } from './routes/cards.ts'
import { serveCosign } from './routes/cosign.ts'
import { serveHealth } from './routes/health.ts'
import { serveLegal } from './routes/legal.ts'
import { serveLogin } from './routes/login.ts'
import { serveMadeRequests } from './routes/made-requests.ts'
import { serveMe } from './routes/me.ts'
import { serveMetrics } from './routes/metrics.ts'
import { serveMultisigs } from './routes/multisigs.ts'
import { serveDoors } from './routes/doors.ts'
import { serveNewRequests } from './routes/new-requests.ts'
import { isForReader, sendNoPage, servePages } from './routes/pages.ts'
import { serveProofLaunches } from './routes/proof-launches.ts'
import { serveProofStatus } from './routes/proof-status.ts'
import { serveRequests } from './routes/requests.ts'
import { serveSession } from './routes/session.ts'
import { serveShare } from './routes/share.ts'
import { serveStandalonePages } from './routes/standalone-pages.ts'
import { serveTickets, serveTicketSession } from './routes/tickets.ts'
import { serveEvmIcons, serveTonConnect } from './routes/ton-connect.ts'
import { JWKS_PATH, serveTokenKeys, serveTokens } from './routes/tokens.ts'
import { serveWallets } from './routes/wallets.ts'
import { noRoute, sharedProblem } from './shared-problem.ts'
import { randomUUID } from 'node:crypto'
import type { Log } from '../log/log.ts'
import type { Metrics } from '../metrics/metrics.ts'

/** Longest accepted body of an update, in bytes: several times what Telegram sends. */
const UPDATE_LIMIT_BYTES = 1024 * 1024

const limitUpdate = limitBody(UPDATE_LIMIT_BYTES, (c) => sharedProblem('body-too-large', c))

/** The whole HTTP side: open routes first, then everything that needs a session. */
export function createHttp(deps: HttpDeps): HttpApp {
  const { log, now, store, metrics, telegramWebhook } = deps
  const app = new Hono<HttpEnv>()

  app.use(requestLog({ log, metrics }))
  app.use(securityHeaders(deps))
  app.use(hangUpWhileStopping(deps))
  for (const path of [STATUS_PATH, JWKS_PATH]) app.use(path, cors())
  app.use(limitAddresses(deps))
  app.onError(async (error, c) => {
    if (error instanceof MemberGoneError)
      return problemResponse('session-expired', c.get('requestId'))
    if (c.req.raw.signal.aborted) {
      log.warn({ error }, 'request broken off by its client')
      return sharedProblem('bad-request', c)
    }
    const isOut = isOutage(error)
    log.error({ error }, isOut ? outageLine(error) : 'unexpected error')
    const isAway = isOut || !(await answers(store))
    return sharedProblem(isAway ? 'maintenance' : 'internal', c)
  })
  app.notFound((c) => (isForReader(c) ? sendNoPage(c, deps) : noRoute(c)))

  serveHealth(app, deps)
  serveMetrics(app, deps)
  serveTonConnect(app, deps)
  serveEvmIcons(app, deps)
  serveOpenApi(app, deps)
  servePages(app, deps)
  serveLegal(app, deps)
  serveStandalonePages(app, deps)
  serveSession(app, deps)
  serveTicketSession(app, deps)
  serveLogin(app, deps)
  app.use(WEBHOOK_PATH, limitUpdate)
  if (telegramWebhook) app.post(WEBHOOK_PATH, (c) => telegramWebhook(c.req.raw))

  serveProofStatus(app, deps)
  serveTokenKeys(app, deps)
  serveHostApi({ app, deps })

  app.use('/api/*', requireSession(store, now))
  app.use('/api/*', limitMembers(deps))
  serveMe(app, deps)
  serveAttempts(app, deps)
  serveTickets(app, deps)
  serveWallets(app, deps)
  serveProofLaunches(app, deps)
  serveMultisigs(app, deps)
  serveCosign(app, deps)
  serveAdmin(app, deps)
  serveRequests(app, deps)
  serveNewRequests(app, deps)
  serveDoors(app, deps)
  serveMadeRequests(app, deps)
  serveCards(app, deps)
  serveShare(app, deps)
  serveTokens(app, deps)
  return app
}

/** Announces to clients with an open connection in time that this server takes no further request on it. */
function hangUpWhileStopping({ findStop }: HttpDeps): Middleware {
  return async (c, next) => {
    await next()
    if (findStop() !== null) c.header('connection', 'close')
  }
}

/** A failure while the database does not answer is not our fault, and the call is worth a retry. */
function answers(store: Store): Promise<boolean> {
  return store.ping().then(
    () => true,
    () => false,
  )
}

/** With another relay, nothing leaves this machine, so its origin stands for all of Reown's hosts. */
function evmSources(evm: EvmBoot | null): EvmSources | null {
  if (evm === null) return null
  const { relayUrl } = evm
  if (relayUrl === null) return REOWN
  return { connect: [new URL(relayUrl).origin, getRegistryOrigin(relayUrl)], frame: [] }
}

/** hono's defaults, with our own Content-Security-Policy and without what would break Telegram's web clients. */
function securityHeaders({ shell, walletsList, boot }: HttpDeps): Middleware {
  const base = secureHeaders({
    xFrameOptions: false,
    crossOriginResourcePolicy: false,
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    referrerPolicy: 'no-referrer',
    // A year. This policy must not bind other hosts of the operator.
    strictTransportSecurity: 'max-age=31536000',
  })
  const policyFor = (bridgeOrigins: readonly string[]) =>
    contentSecurityPolicy({
      scriptHashes: shell.scriptHashes,
      bridgeOrigins,
      evm: evmSources(boot.evm),
      frameAncestors: boot.frameOrigins,
    })
  let { bridgeOrigins } = walletsList
  let policy = policyFor(bridgeOrigins)
  return async (c, next) => {
    await base(c, next)
    // The list is refreshed a few times a day.
    if (walletsList.bridgeOrigins !== bridgeOrigins) {
      bridgeOrigins = walletsList.bridgeOrigins
      policy = policyFor(bridgeOrigins)
    }
    // The pages that stand apart from the app bring their own.
    if (!c.res.headers.has('content-security-policy'))
      c.res.headers.set('content-security-policy', policy)
  }
}

/**
 * Gives every request an id, answers it in `X-Request-Id`, counts the request, and writes one line when it is done: the
 * route's pattern instead of the path, no query, no headers, no body. Every line that the request causes has this id, and
 * the id of its caller's trace.
 */
function requestLog({ log, metrics }: { log: Log; metrics: Metrics }): Middleware {
  return (c, next) => {
    const requestId = randomUUID()
    const startedAt = performance.now()
    c.set('requestId', requestId)
    return withinRequest(
      { requestId, trace: parseTraceparent(c.req.header('traceparent')) },
      async () => {
        await next()
        c.res.headers.set('x-request-id', requestId)
        const served = {
          method: c.req.method,
          route: c.req.routePath,
          status: c.res.status,
          ms: performance.now() - startedAt,
        }
        metrics.request(served)
        log.info({ ...served, ms: Math.round(served.ms) }, 'request')
      },
    )
  }
}
