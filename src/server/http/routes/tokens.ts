import { makeToken } from '#shared/api/make-token.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp } from '../http-env.ts'
import { ok, refuse, serveMember } from '../route.ts'
import { getPublicKeys } from '../token-keys.ts'
import { readProven, writeToken } from '../write-token.ts'

export const JWKS_PATH = '/.well-known/jwks.json'

/** The keys with which every site checks tokens. */
export function serveTokenKeys(
  app: HttpApp,
  { store, now }: Pick<HttpDeps, 'store' | 'now'>,
): void {
  app.get(JWKS_PATH, async (c) => {
    c.header('cache-control', 'public, max-age=300')
    return c.json(await getPublicKeys(store, now()))
  })
}

/** Tokens that members fetch for sites that the operator allows. */
export function serveTokens(app: HttpApp, deps: HttpDeps): void {
  serveMember(app, makeToken, async ({ user, body: { audience } }) => {
    if (!deps.tokenAudiences.has(audience)) return refuse('proof-site-unknown')
    const proven = await readProven(user.id, deps)
    if (proven.length === 0) return refuse('proof-none-valid')
    return ok(await writeToken({ telegramId: user.telegramId, proven, audience }, deps))
  })
}
