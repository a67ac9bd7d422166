import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono } from 'hono'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { appLanguageOf, LANGUAGE_HEADERS } from '../language-of.ts'
import type { ShellPage } from '../shell.ts'

const YEAR_S = 365 * 24 * 60 * 60

/** Routes that the Mini App draws. Everything else is not found. */
const CLIENT_ROUTES = [
  '/',
  '/connect',
  '/attempts/:id',
  '/wallets/:id',
  '/r/:id',
  '/r/:id/connect',
  '/requests',
  '/requests/:id{r1_[\\w-]{22}}',
  '/new-request',
  '/c/:id{c1_[\\w-]{22}}',
  '/m/:id{m1_[\\w-]{22}}',
  '/m/:id{m1_[\\w-]{22}}/connect',
  '/multisig/:id{[\\w-]{22}}',
  '/link/:why{broken|newer}',
  '/settings',
  '/admin',
]

/** The built client: hashed assets for ever, the shell anew each time. */
export function servePages(app: Hono<HttpEnv>, { clientDirectory, shell }: HttpDeps): void {
  const assets = serveStatic<HttpEnv>({ root: clientDirectory, precompressed: true })

  app.get('/assets/*', async (c, next) => {
    const response = await assets(c, next)
    if (response?.ok) response.headers.set('cache-control', `public, max-age=${YEAR_S}, immutable`)
    return response
  })
  app.get('/icon-180.png', serveStatic<HttpEnv>({ path: join(clientDirectory, 'icon-180.png') }))

  for (const route of CLIENT_ROUTES) {
    app.get(route, (c) =>
      sendShell(c, shell.page(appLanguageOf(c), route === '/' ? 'home' : 'other')),
    )
  }
}

function sendShell(c: Context<HttpEnv>, page: ShellPage): Response {
  c.header('etag', page.etag)
  c.header('cache-control', 'no-cache')
  c.header('vary', `accept-encoding, ${LANGUAGE_HEADERS}`)
  if (c.req.header('if-none-match') === page.etag) return c.body(null, 304)
  c.header('content-type', 'text/html; charset=utf-8')
  const accepted = c.req.header('accept-encoding') ?? ''
  if (/\bbr\b/.test(accepted)) return encoded(c, 'br', page.brotli)
  if (/\bgzip\b/.test(accepted)) return encoded(c, 'gzip', page.gzip)
  return c.body(page.identity)
}

function encoded(c: Context<HttpEnv>, encoding: string, bytes: Uint8Array<ArrayBuffer>): Response {
  c.header('content-encoding', encoding)
  return c.body(bytes)
}
