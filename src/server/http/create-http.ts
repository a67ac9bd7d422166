import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { secureHeaders } from 'hono/secure-headers'
import { BODY_LIMIT_BYTES } from '#shared/limits.ts'
import { MemberGoneError, type Store } from '../store/store.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import type { HttpDeps } from './http-deps.ts'
import type { HttpEnv } from './http-env.ts'
import { problemResponse } from './reply.ts'
import { requestLog } from './request-log.ts'
import type { Middleware } from './route.ts'
import { serveAttempts } from './routes/attempts.ts'
import { serveConsents } from './routes/consents.ts'
import { serveHealth } from './routes/health.ts'
import { serveMe } from './routes/me.ts'
import { servePages } from './routes/pages.ts'
import { servePrivacy } from './routes/privacy.ts'
import { serveSession } from './routes/session.ts'
import { serveTonConnect } from './routes/ton-connect.ts'
import { serveTonProof } from './routes/ton-proof.ts'
import { serveWallets } from './routes/wallets.ts'
import { requireSession } from './session.ts'

/** The whole HTTP side: open routes first, then everything that needs a session. */
export function createHttp(deps: HttpDeps): Hono<HttpEnv> {
  const { log, now, store, telegramWebhook } = deps
  const app = new Hono<HttpEnv>()

  app.use(requestLog(log, now))
  app.use(securityHeaders(deps))
  app.onError(async (error, c) => {
    const requestId = c.get('requestId')
    if (error instanceof MemberGoneError) return problemResponse('session-expired', requestId)
    if (c.req.raw.signal.aborted) {
      log.warn({ error, requestId }, 'request broken off by its client')
      return problemResponse('bad-request', requestId)
    }
    log.error({ error, requestId }, 'unexpected error')
    return problemResponse((await answers(store)) ? 'internal' : 'maintenance', requestId)
  })
  app.notFound((c) => problemResponse('not-found', c.get('requestId')))

  const limit = bodyLimit({
    maxSize: BODY_LIMIT_BYTES,
    onError: (c: Context<HttpEnv>) => problemResponse('body-too-large', c.get('requestId')),
  })
  app.use('/api/*', limit)

  serveHealth(app, deps)
  serveTonConnect(app, deps)
  servePages(app, deps)
  servePrivacy(app, deps)
  serveSession(app, deps)
  if (telegramWebhook) app.post('/telegram/webhook', (c) => telegramWebhook(c.req.raw))

  app.use('/api/*', requireSession(store, now))
  serveMe(app, deps)
  serveAttempts(app, deps)
  serveTonProof(app, deps)
  serveConsents(app, deps)
  serveWallets(app, deps)
  return app
}

/** What fails while the database does not answer is worth trying again, and no fault of ours. */
function answers(store: Store): Promise<boolean> {
  return store.ping().then(
    () => true,
    () => false,
  )
}

/** hono's defaults, with our own Content-Security-Policy and without what would break Telegram's web clients. */
function securityHeaders({ shell, walletsList, frameAncestors }: HttpDeps): Middleware {
  const base = secureHeaders({
    xFrameOptions: false,
    crossOriginResourcePolicy: false,
    crossOriginOpenerPolicy: 'same-origin-allow-popups',
    referrerPolicy: 'no-referrer',
    // The owner's other hosts are not ours to bind.
    strictTransportSecurity: 'max-age=15552000',
  })
  return async (c, next) => {
    await base(c, next)
    const policy = contentSecurityPolicy({
      scriptHashes: shell.scriptHashes,
      bridgeOrigins: walletsList.bridgeOrigins(),
      frameAncestors,
    })
    c.res.headers.set('content-security-policy', policy)
  }
}
