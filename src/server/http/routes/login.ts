import type { Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'
import { AttemptIdSchema } from '#shared/attempt.ts'
import { LANGUAGES, pickLanguage } from '#shared/languages.ts'
import { TICKET_PARAMETER } from '#shared/ticket.ts'
import { createLoginChecks } from '../../telegram-login/telegram-login.ts'
import { createToken } from '../admission.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { LOGIN_COOKIE, storeTicket } from './tickets.ts'

/** Where Telegram sends the browser back to. */
export const LOGIN_CALLBACK_PATH = '/login/callback'
/** How long a person may take at Telegram, in seconds. */
const LOGIN_TTL_S = 600

const LoginCookieSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    attemptId: AttemptIdSchema,
    language: v.picklist(LANGUAGES),
    state: v.string(),
    nonce: v.string(),
    verifier: v.string(),
  }),
)

/**
 * Where the operator has Log In With Telegram, a browser gets the ticket of an attempt only once its person has logged in
 * with the account that the attempt belongs to. So the link that leads here may be forwarded: it opens no session. The
 * ticket counts only together with this browser's cookie.
 */
export function serveLogin(app: Hono<HttpEnv>, deps: HttpDeps): void {
  const { telegramLogin, publicUrl, store, now } = deps
  if (telegramLogin === null) return

  app.get(LOGIN_CALLBACK_PATH, async (c) => {
    const cookie = getCookie(c, LOGIN_COOKIE) ?? ''
    const kept = v.safeParse(LoginCookieSchema, cookie)
    if (!kept.success) return c.redirect(pageUrl(deps, 'login-failed'))
    const { attemptId, language, ...checks } = kept.output
    const telegramId = await telegramLogin.finish(new URL(c.req.url), checks)
    if (telegramId === null) return c.redirect(pageUrl(deps, 'login-failed', language))
    const ticket = createToken()
    const user = await store.findUserByTelegramId(telegramId)
    const attempt = user && (await store.findAttempt(attemptId, user.id, now()))
    const isStored =
      attempt && (await storeTicket({ ticket, cookie, attempt, userId: user.id }, deps))
    return c.redirect(pageUrl(deps, isStored ? ticket : 'login-other-account', language))
  })

  app.get('/login/:id', async (c) => {
    const attemptId = c.req.param('id')
    const language = pickLanguage(c.req.query('lang'))
    const checks = createLoginChecks()
    const url = v.is(AttemptIdSchema, attemptId) ? await telegramLogin.start(checks) : null
    if (url === null) return c.redirect(pageUrl(deps, 'login-failed', language))
    setCookie(c, LOGIN_COOKIE, JSON.stringify({ attemptId, language, ...checks }), {
      path: '/',
      httpOnly: true,
      secure: publicUrl.startsWith('https:'),
      sameSite: 'Lax',
      maxAge: LOGIN_TTL_S,
    })
    return c.redirect(url.href)
  })
}

/** Our page, with the ticket, or with the reason why there is none. */
function pageUrl(
  { publicUrl }: Pick<HttpDeps, 'publicUrl'>,
  result: string,
  language?: string,
): string {
  const query = language === undefined ? '' : `?lang=${language}`
  return `${publicUrl}/connect${query}#${TICKET_PARAMETER}=${result}`
}
