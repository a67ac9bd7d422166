import type { Context, Hono } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import type { ClientFile } from '../../builds/client-files.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { getAppLanguage, LANGUAGE_HEADERS } from '../request-language.ts'
import { noRoute } from '../shared-problem.ts'
import type { ShellPage } from '../shell.ts'

const DAY_S = 24 * 60 * 60
const FOR_EVER = `public, max-age=${365 * DAY_S}, immutable`

/** Routes of the Mini App. On all other paths the app says that there is no such page. */
const CLIENT_ROUTES = [
  '/',
  '/connect',
  '/attempts/:id',
  '/wallets/:id',
  '/wallets/:id/connect',
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

/** Screens that the shell contains. */
const SCREENS: Record<string, 'home' | 'connect'> = { '/': 'home', '/connect': 'connect' }

/** The built client: browsers cache hashed assets forever, and check the shell on each load. */
export function servePages(app: Hono<HttpEnv>, { findFile, shell }: HttpDeps): void {
  app.get('/assets/*', async (c) => {
    const file = await findFile(c.req.path)
    return file === null ? noRoute(c) : sendFile(c, file, FOR_EVER)
  })
  app.get('/icon-180.png', async (c) => {
    const file = await findFile(c.req.path)
    return file === null ? noRoute(c) : sendFile(c, file, `public, max-age=${DAY_S}`)
  })

  for (const route of CLIENT_ROUTES) {
    app.get(route, (c) => sendShell(c, shell.page(getAppLanguage(c), SCREENS[route] ?? 'other')))
  }
}

/** A path that is none of ours, which the app says; a program gets the problem instead. */
export function sendNoPage(c: Context<HttpEnv>, { shell }: Pick<HttpDeps, 'shell'>): Response {
  c.status(404)
  return sendDocument(c, shell.page(getAppLanguage(c), 'other'))
}

const OF_PROGRAMS = /^\/(?:api|v1|assets)(?:\/|$)/u

/** Whether a person's browser asks for a page. */
export function isForReader({ req }: Context<HttpEnv>): boolean {
  const isPage = req.method === 'GET' && !OF_PROGRAMS.test(req.path)
  return isPage && /\btext\/html\b/u.test(req.header('accept') ?? '')
}

function sendFile(c: Context<HttpEnv>, file: ClientFile, cacheControl: string): Response {
  c.header('cache-control', cacheControl)
  c.header('content-type', getMimeType(c.req.path) ?? 'application/octet-stream')
  c.header('vary', 'accept-encoding')
  return sendEncoded(c, file)
}

function sendShell(c: Context<HttpEnv>, page: ShellPage): Response {
  c.header('etag', page.etag)
  if (c.req.header('if-none-match') === page.etag) return c.body(null, 304, CACHING)
  return sendDocument(c, page)
}

const CACHING = { 'cache-control': 'no-cache', vary: `accept-encoding, ${LANGUAGE_HEADERS}` }

function sendDocument(c: Context<HttpEnv>, page: ShellPage): Response {
  c.header('cache-control', CACHING['cache-control'])
  c.header('vary', CACHING.vary)
  c.header('content-type', 'text/html; charset=utf-8')
  return sendEncoded(c, page)
}

function sendEncoded(c: Context<HttpEnv>, { identity, brotli, gzip }: ClientFile): Response {
  const accepted = c.req.header('accept-encoding') ?? ''
  if (brotli !== null && /\bbr\b/.test(accepted)) return encoded(c, 'br', brotli)
  if (gzip !== null && /\bgzip\b/.test(accepted)) return encoded(c, 'gzip', gzip)
  return c.body(identity)
}

function encoded(c: Context<HttpEnv>, encoding: string, bytes: Uint8Array<ArrayBuffer>): Response {
  c.header('content-encoding', encoding)
  return c.body(bytes)
}
