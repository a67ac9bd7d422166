import type { Hono } from 'hono'
import { VERIFIER_FILE, VERIFIER_PATH } from '../../builds/verifier-page.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { createPreparedTexts, sendPrepared } from '../prepared.ts'
import { noRoute } from '../shared-problem.ts'

const POLICY = /http-equiv="Content-Security-Policy" content="(?<policy>[^"]*)"/

/** `/verify`: the page on which anyone checks a proof, with its own policy as a header. No session is needed. */
export function serveVerifier(app: Hono<HttpEnv>, { findFile }: HttpDeps): void {
  const prepared = createPreparedTexts(1)
  app.get(VERIFIER_PATH, async (c) => {
    const file = await findFile(`/${VERIFIER_FILE}`)
    if (file === null) return noRoute(c)
    const html = new TextDecoder().decode(file.identity)
    const policy = POLICY.exec(html)?.groups?.['policy'] ?? "default-src 'none'"
    c.header('content-security-policy', `${policy}; frame-ancestors 'none'`)
    const page = await prepared(VERIFIER_FILE, () => html)
    return sendPrepared(c, page, { type: 'text/html; charset=utf-8', caching: 'no-cache' })
  })
}
