import { EXPORT_LINK_TTL_MS, makeExport } from '#shared/api/admin/make-export.ts'
import type { Language } from '#shared/languages.ts'
import { memberLimit } from '../../rate-limit/member-limits.ts'
import { createToken, enforceRateLimit, hashToken } from '../admission.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp } from '../http-env.ts'
import { writeMembersTable } from '../members-table.ts'
import { getLanguage } from '../request-language.ts'
import { ok } from '../route.ts'
import type { ServeAdmin } from '../serve-admin-only.ts'
import { isoTime } from '../views.ts'

const EXPORT_PATH = '/exports'

/** What a browser shows where a link does not work: it has neither our app nor a session. */
const GONE: Readonly<Record<Language, string>> = {
  en: 'This link does not work now. It works once, for two minutes: make a new one in the admin view.',
  ru: 'Эта ссылка не работает. Она действует один раз, две минуты: создайте новую в разделе управления.',
  es: 'Este enlace no funciona. Vale una vez, durante dos minutos: crea otro en la administración.',
  fa: 'این لینک کار نمی‌کند. یک بار و تا دو دقیقه معتبر است: در بخش مدیریت لینک تازه‌ای بسازید.',
}

/**
 * The table of all members, by a link that works once: Telegram's web views save no files, so a browser fetches it, which has no
 * session.
 */
export function serveExport(app: HttpApp, deps: HttpDeps): void {
  const { store, now, log, findAdmins } = deps

  app.get(`${EXPORT_PATH}/:token`, async (c) => {
    // Who only looks whether something is there does not use the link up.
    if (c.req.raw.method !== 'GET') return c.body(null, 405)
    const admins = await findAdmins()
    const isAdmin = (user: { telegramId: string }) => admins.has(user.telegramId)
    const admin = await store.takeExportLink(hashToken(c.req.param('token')), isAdmin, now())
    if (!admin) return c.text(GONE[getLanguage(c)], 410)
    log.warn('an admin exports the table of all members')
    return new Response(toStream(writeMembersTable(store)), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="clasp-members-${isoTime(now()).slice(0, 10)}.csv"`,
        'cache-control': 'no-store',
      },
    })
  })
}

/** Makes such links. */
export function serveExportLinks(serve: ServeAdmin, deps: HttpDeps): void {
  const { store, now, publicUrl } = deps

  serve(makeExport, async ({ user }) => {
    const refusal = await enforceRateLimit(memberLimit('exports', user), deps)
    if (refusal) return refusal
    const token = createToken()
    const expiresAt = now() + EXPORT_LINK_TTL_MS
    await store.createExportLink({ hash: hashToken(token), userId: user.id, expiresAt })
    return ok({ url: `${publicUrl}${EXPORT_PATH}/${token}` })
  })
}

/** Makes the next piece when the reader has taken the one before. */
function toStream(pieces: AsyncGenerator<string, void>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      const next = await pieces.next()
      if (next.done === true) controller.close()
      else controller.enqueue(encoder.encode(next.value))
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
}
