import { setTimeout as sleep } from 'node:timers/promises'
import { getMimeType } from 'hono/utils/mime'
import { getCodePath } from '#shared/code-path.ts'
import type { DrawnLink, LinkKind } from '#shared/drawn-link.ts'
import type { ClientFile } from '../../builds/client-files.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp, HttpContext } from '../http-env.ts'
import { getAppLanguage, LANGUAGE_HEADERS } from '../request-language.ts'
import { findLinkKind, readOpenLink } from '../read-open-link.ts'
import type { ShellRoute } from '../shell.ts'
import { noRoute } from '../shared-problem.ts'
import { sendPrepared } from '../prepared.ts'
import type { Rate } from '../../store/database/rate-limits.ts'

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
  '/j/:id{j1_[\\w-]{22}}',
  '/j/:id{j1_[\\w-]{22}}/connect',
  '/d/:id{d1_[\\w-]{22}}',
  '/multisig/:id{[\\w-]{22}}',
  '/link/:why{broken|newer}',
  '/settings',
  '/proof/:id',
  '/admin',
  '/admin/log',
  '/admin/members',
  '/admin/members/:id',
]

/** Telegram's name for a link's start parameter in the address. */
const START_PARAM = 'tgWebAppStartParam'
/** How many pages of links are drawn for one address, and for all whose own address is not known. */
const DRAWING_RATE: Rate = { perSecond: 5, burst: 100 }
const SHARED_DRAWING_RATE: Rate = { perSecond: 100, burst: 1_000 }
/** How long a page waits for the database, in milliseconds. */
const READ_LIMIT_MS = 500

const HTML = 'text/html; charset=utf-8'

/** Screens that the shell contains. */
const SCREENS: Record<string, 'home' | 'connect'> = { '/': 'home', '/connect': 'connect' }

/** The built client: browsers cache hashed assets forever, and check the shell on each load. */
export function servePages(app: HttpApp, deps: HttpDeps): void {
  const { findFile, shell } = deps
  app.get('/assets/*', async (c) => {
    const file = await findFile(c.req.path)
    return file === null ? noRoute(c) : sendFile(c, file, FOR_EVER)
  })
  app.get('/icon-180.png', async (c) => {
    const file = await findFile(c.req.path)
    return file === null ? noRoute(c) : sendFile(c, file, `public, max-age=${DAY_S}`)
  })

  for (const route of CLIENT_ROUTES) {
    const screen = SCREENS[route] ?? 'other'
    app.get(route, async (c) => {
      const link = findLink(c)
      const page = shell.page(getAppLanguage(c), screen)
      return link === null ? sendDocument(c, page) : sendLink(c, { link, screen }, deps)
    })
  }
}

type Link = { code: string; kind: LinkKind }

/** The code that leads to the screen of this address: Telegram writes a link's start parameter there. Anybody can. */
function findLink({ req }: HttpContext): Link | null {
  const [code = '', ...others] =
    req.path === '/' ? (req.queries(START_PARAM) ?? []) : [req.param('id') ?? '']
  const kind = others.length === 0 ? findLinkKind(code) : null
  if (kind === null || ![getCodePath(code), '/'].includes(req.path)) return null
  return { code, kind }
}

/**
 * The page of a link, with what everybody who has the link sees. The page of a code that leads nowhere has the same headers.
 */
async function sendLink(
  c: HttpContext,
  { link, screen }: { link: Link; screen: ShellRoute },
  deps: HttpDeps,
): Promise<Response> {
  const language = getAppLanguage(c)
  const open = await findOpenLink(c, link, deps)
  const { etag: _, ...plain } = deps.shell.page(language, screen)
  const page = open === null ? plain : await deps.shell.linkPage(language, open)
  c.header('x-robots-tag', 'noindex')
  return sendPrepared(c, page, { type: HTML, caching: 'no-store', vary: LANGUAGE_HEADERS })
}

/** Null also where the caller has drawn enough, or the database is late: the app asks again with the session. */
async function findOpenLink(c: HttpContext, link: Link, deps: HttpDeps): Promise<DrawnLink | null> {
  const { address, isShared } = deps.findCaller(c)
  const rate = isShared ? SHARED_DRAWING_RATE : DRAWING_RATE
  const { taken } = await deps.addressRates.consume(`links:${address}`, rate, deps.now())
  if (!taken) return null
  const read = readOpenLink(link, deps).catch((error: unknown) => {
    deps.log.warn({ error }, 'a link was not read for its page')
    return null
  })
  const timeout = new AbortController()
  const late = sleep(READ_LIMIT_MS, null, { signal: timeout.signal })
  return Promise.race([read, late]).finally(() => timeout.abort())
}

/** A path that is none of ours, which the app says; a program gets the problem instead. */
export function sendNoPage(c: HttpContext, { shell }: Pick<HttpDeps, 'shell'>): Response {
  c.status(404)
  const { etag: _, ...page } = shell.page(getAppLanguage(c), 'other')
  return sendDocument(c, page)
}

const OF_PROGRAMS = /^\/(?:api|v1|assets)(?:\/|$)/u

/** Whether a person's browser asks for a page. */
export function isForReader({ req }: HttpContext): boolean {
  const isPage = req.method === 'GET' && !OF_PROGRAMS.test(req.path)
  return isPage && /\btext\/html\b/u.test(req.header('accept') ?? '')
}

function sendFile(c: HttpContext, file: ClientFile, caching: string): Response {
  const type = getMimeType(c.req.path) ?? 'application/octet-stream'
  return sendPrepared(c, file, { type, caching })
}

function sendDocument(c: HttpContext, page: Parameters<typeof sendPrepared>[1]): Response {
  return sendPrepared(c, page, { type: HTML, caching: 'no-cache', vary: LANGUAGE_HEADERS })
}
