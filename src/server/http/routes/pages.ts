import type { Context, Hono } from 'hono'
import { getMimeType } from 'hono/utils/mime'
import type { ClientFile } from '../../builds/client-files.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { getAppLanguage, LANGUAGE_HEADERS } from '../request-language.ts'
import { noRoute } from '../shared-problem.ts'
import { sendPrepared } from '../prepared.ts'

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
    app.get(route, (c) => sendDocument(c, shell.page(getAppLanguage(c), SCREENS[route] ?? 'other')))
  }
}

/** A path that is none of ours, which the app says; a program gets the problem instead. */
export function sendNoPage(c: Context<HttpEnv>, { shell }: Pick<HttpDeps, 'shell'>): Response {
  c.status(404)
  const { etag: _, ...page } = shell.page(getAppLanguage(c), 'other')
  return sendDocument(c, page)
}

const OF_PROGRAMS = /^\/(?:api|v1|assets)(?:\/|$)/u

/** Whether a person's browser asks for a page. */
export function isForReader({ req }: Context<HttpEnv>): boolean {
  const isPage = req.method === 'GET' && !OF_PROGRAMS.test(req.path)
  return isPage && /\btext\/html\b/u.test(req.header('accept') ?? '')
}

function sendFile(c: Context<HttpEnv>, file: ClientFile, caching: string): Response {
  const type = getMimeType(c.req.path) ?? 'application/octet-stream'
  return sendPrepared(c, file, { type, caching })
}

function sendDocument(c: Context<HttpEnv>, page: Parameters<typeof sendPrepared>[1]): Response {
  const type = 'text/html; charset=utf-8'
  return sendPrepared(c, page, { type, caching: 'no-cache', vary: LANGUAGE_HEADERS })
}
