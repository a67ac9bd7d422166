import { getCookie, setCookie } from 'hono/cookie'
import * as v from 'valibot'
import { AttemptIdSchema } from '#shared/attempt.ts'
import { type Language, LANGUAGES, pickLanguage } from '#shared/languages.ts'
import { directLink } from '#shared/links.ts'
import { PROOF_START_PARAM } from '#shared/start-param.ts'
import { TICKET_PARAMETER } from '#shared/ticket.ts'
import { WalletIdSchema } from '#shared/wallet.ts'
import { buildUnsigned, getProofCode } from '../../proofs/build-proof.ts'
import { findTelegramRefusal } from '../../proofs/find-telegram-refusal.ts'
import {
  isLoginResult,
  LOGIN_RESULTS,
  type LoginResult,
} from '../../telegram-login/login-result.ts'
import { renderLoginPage } from '../../telegram-login/render-login-page.ts'
import {
  createLoginChecks,
  type Login,
  type TelegramLogin,
} from '../../telegram-login/telegram-login.ts'
import { createToken } from '../admission.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp, HttpContext } from '../http-env.ts'
import { getLanguage } from '../request-language.ts'
import { isFor } from './proof-launches.ts'
import { loginCookie, storeTicket } from './tickets.ts'

/** Where Telegram sends the browser back to. */
export const LOGIN_CALLBACK_PATH = '/login/callback'
/** The page that says what a login came to. */
const RESULT_PATH = '/login/result'
/** How long a person may take at Telegram, in seconds. */
const LOGIN_TTL_S = 600

/** What a login is for: to finish an attempt in this browser, or to have Telegram sign the proof of a wallet by its code. */
type Purpose = { attemptId: string } | { walletId: string; nonce: string }

const SECRETS = { language: v.picklist(LANGUAGES), state: v.string(), verifier: v.string() }
const LoginCookieSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.union([
    v.object({ ...SECRETS, attemptId: AttemptIdSchema }),
    v.object({ ...SECRETS, walletId: WalletIdSchema, nonce: v.string() }),
  ]),
)

/**
 * Where the operator has Log In With Telegram. A browser gets the ticket of an attempt only once its person has logged in
 * with the account that the attempt belongs to, and a token is stored with a proof only if it is of the account that the
 * proof names. So the links that lead here may be forwarded. A login counts only together with its browser's cookie.
 */
export function serveLogin(app: HttpApp, deps: HttpDeps): void {
  const { telegramLogin, boot, publicUrl, store, now } = deps
  if (telegramLogin === null) return

  app.get(LOGIN_CALLBACK_PATH, async (c) => {
    const cookie = getCookie(c, loginCookie(publicUrl)) ?? ''
    const kept = v.safeParse(LoginCookieSchema, cookie)
    if (!kept.success) return c.redirect(end({ result: 'ended' }, deps))
    const { language, state, verifier, ...purpose } = kept.output
    const nonce = 'nonce' in purpose ? purpose.nonce : null
    const login = await telegramLogin.finish(new URL(c.req.url), { state, verifier, nonce })
    if (typeof login === 'string') return c.redirect(end({ result: login, language, nonce }, deps))
    if ('nonce' in purpose) {
      const result = await keepLogin(login, purpose, deps)
      return c.redirect(end({ result, language, nonce }, deps))
    }
    const ticket = createToken()
    const user = await store.findUserByTelegramId(login.telegramId)
    const attempt = user && (await store.findAttempt(purpose.attemptId, user.id, now()))
    if (!attempt) return c.redirect(end({ result: 'other-account', language }, deps))
    const isStored = await storeTicket({ ticket, cookie, attempt, userId: attempt.userId }, deps)
    if (!isStored) return c.redirect(end({ result: 'attempt-over', language }, deps))
    return c.redirect(`${publicUrl}/connect?lang=${language}#${TICKET_PARAMETER}=${ticket}`)
  })

  app.get(RESULT_PATH, (c) => {
    const { result, start = '' } = c.req.query()
    if (!isLoginResult(result)) return c.notFound()
    const link = directLink(boot.bot, PROOF_START_PARAM.test(start) ? start : undefined)
    return c.html(renderLoginPage({ result, link, boot, language: getLanguage(c) }))
  })

  app.get('/login/:id', async (c) => {
    const attemptId = c.req.param('id')
    const isAttempt = v.is(AttemptIdSchema, attemptId)
    return begin(c, isAttempt ? { attemptId } : 'attempt-over', { ...deps, telegramLogin })
  })

  app.get('/login/wallets/:id', async (c) => {
    const purpose = await findAwaiting(c.req.param('id'), deps)
    return begin(c, purpose ?? 'proof-changed', { ...deps, telegramLogin })
  })
}

/** Sends the browser to Telegram, unless there is nothing to log in for. */
async function begin(
  c: HttpContext,
  purpose: Purpose | LoginResult,
  deps: HttpDeps & { telegramLogin: TelegramLogin },
): Promise<Response> {
  const language = pickLanguage(c.req.query('lang'))
  if (typeof purpose === 'string') return c.redirect(end({ result: purpose, language }, deps))
  const checks = createLoginChecks('nonce' in purpose ? purpose.nonce : null)
  const url = await deps.telegramLogin.start(checks)
  if (url === null) return c.redirect(end({ result: 'unreachable', language }, deps))
  const { state, verifier } = checks
  setCookie(
    c,
    loginCookie(deps.publicUrl),
    JSON.stringify({ ...purpose, language, state, verifier }),
    {
      path: '/',
      httpOnly: true,
      secure: deps.publicUrl.startsWith('https:'),
      sameSite: 'Lax',
      maxAge: LOGIN_TTL_S,
    },
  )
  return c.redirect(url)
}

/** Null unless the member has asked that Telegram signs the proof of this wallet. */
async function findAwaiting(walletId: string, { store, now }: HttpDeps): Promise<Purpose | null> {
  const stored = v.is(WalletIdSchema, walletId) ? await store.findProof(walletId) : undefined
  const nonce = stored ? getProofCode(stored) : null
  if (!stored || nonce === null) return null
  return (await store.isProofLaunchAwaited(walletId, now())) ? { walletId, nonce } : null
}

/** Stores the token with the proof that it is for, if a verifier would take it. */
async function keepLogin(
  { telegramId, signed }: Login,
  { walletId, nonce }: { walletId: string; nonce: string },
  { store, now, log, telegramKey }: HttpDeps,
): Promise<LoginResult> {
  const stored = await store.findProof(walletId)
  const document = stored ? buildUnsigned(stored) : null
  if (!stored || document === null) return 'proof-changed'
  if (stored.telegramId !== telegramId) return 'other-account'
  if (getProofCode(stored) !== nonce) return 'proof-changed'
  if (signed === null) return 'refused'
  const refused = await findTelegramRefusal({ document, telegram: signed, telegramKey })
  if (refused) log.warn(refused, 'a login that verifiers would refuse')
  if (refused) return 'refused'
  const { userId } = stored.wallet
  const wanted = { userId, telegram: signed, isFor: isFor(nonce) }
  const kept = await store.keepProofLaunch(wanted, now())
  return kept?.telegram === signed ? 'signed' : 'proof-changed'
}

type Ended = { result: LoginResult; language?: Language; nonce?: string | null }

/** Address of the page that says what a login came to. Where Telegram may still sign the proof, it leads to its launch. */
function end(
  { result, language, nonce }: Ended,
  { publicUrl, log }: Pick<HttpDeps, 'publicUrl' | 'log'>,
): string {
  log.info({ result }, LOGIN_RESULTS[result])
  const leadsToProof = nonce && (result === 'signed' || result === 'unsigned')
  const query = new URLSearchParams({
    result,
    ...(language && { lang: language }),
    ...(leadsToProof && { start: nonce }),
  })
  return `${publicUrl}${RESULT_PATH}?${query.toString()}`
}
