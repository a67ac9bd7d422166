import * as v from 'valibot'
import { closeSession } from '#shared/api/close-session.ts'
import { openSession } from '#shared/api/open-session.ts'
import type { ResponseOf } from '#shared/api/endpoint.ts'
import { CodeSchema } from '#shared/codes.ts'
import { joinCode } from '#shared/start-param.ts'
import { findLanguage, type Language } from '#shared/languages.ts'
import { SESSION_TTL_MS } from '#shared/limits.ts'
import type { Rate } from '../../store/database/rate-limits.ts'
import type { StoredUser } from '../../store/database/stored.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp } from '../http-env.ts'
import { enforceRateLimit, createToken, credentials, hashToken } from '../admission.ts'
import { getAppLanguage } from '../request-language.ts'
import { created, empty, refuse, type Reply, respond } from '../route.ts'
import { isoTime, viewUser } from '../views.ts'
import { bringReplies } from './bring-replies.ts'

/**
 * How often one Telegram account may open a session. A member who deletes everything and comes back is new to every
 * other rate limit, and writes an event each time.
 */
const OPEN_RATE: Rate = { perSecond: 1, burst: 30 }

/** Exchanges initData for a session token, and ends sessions. */
export function serveSession(app: HttpApp, deps: HttpDeps): void {
  app.on(openSession.method, openSession.path, async (c) => {
    const raw = credentials('tma', c.req.header('authorization'))
    const page = { requestId: c.get('requestId'), language: getAppLanguage(c) }
    return respond(await open(raw, page, deps), c)
  })

  app.on(closeSession.method, closeSession.path, async (c) => {
    const token = credentials('Bearer', c.req.header('authorization'))
    return respond(await close(token, deps), c)
  })
}

/** An unknown token is refused, and writes nothing. */
async function close(
  token: string | undefined,
  { store, now }: Pick<HttpDeps, 'store' | 'now'>,
): Promise<Reply<undefined>> {
  if (token === undefined) return refuse('session-missing')
  const hash = hashToken(token)
  if (!(await store.findSession(hash, now()))) return refuse('session-expired')
  await store.closeSession(hash)
  return empty
}

async function open(
  raw: string | undefined,
  page: { requestId: string; language: Language },
  deps: HttpDeps,
): Promise<Reply<ResponseOf<typeof openSession>>> {
  const now = deps.now()
  const verdict = deps.verifyInitData(raw, now)
  if (!verdict.ok) return refuse(verdict.code)
  const { telegramId, firstName, username, languageCode, allowsWriteToPm } = verdict.launch.user
  const refusal = await enforceRateLimit(
    { subject: `account:${telegramId}`, rate: OPEN_RATE },
    deps,
  )
  if (refusal) return refusal
  const profile = { telegramId, firstName, username, language: findLanguage(languageCode) }
  const mayMessage = allowsWriteToPm === true ? true : null
  const user = await deps.store.saveUser({ ...profile, mayMessage }, now)
  const token = createToken()
  const expiresAt = now + SESSION_TTL_MS
  await deps.store.openSession({ tokenHash: hashToken(token), userId: user.id, expiresAt })
  const signed = (await findJoinCode(user, verdict.launch, deps)) ?? signedCode(verdict.launch)
  const [start, brought] = await Promise.all([
    signed ?? deps.store.takeStart(user.id, now),
    bringReplies({ user, code: signed, ...page }, deps),
  ])
  return created({ token, expiresAt: isoTime(expiresAt), user: viewUser(user), start, ...brought })
}

/** A launch by which a person asks to join leads to that request, if it is theirs. */
async function findJoinCode(
  { id }: StoredUser,
  { joinQueryId }: { joinQueryId: string | null },
  { store }: HttpDeps,
): Promise<string | null> {
  const joinId = joinQueryId === null ? undefined : await store.findJoinOfQuery(joinQueryId, id)
  return joinId === undefined ? null : joinCode(joinId)
}

/** A start parameter that is no code is no error here. It leads nowhere, and the app explains that. */
function signedCode({ startParam }: { startParam: string | null }): string | null {
  return v.is(CodeSchema, startParam) ? startParam : null
}
