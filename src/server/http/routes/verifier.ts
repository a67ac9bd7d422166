import type { Hono } from 'hono'
import { VERIFIER_PATH } from '#shared/verifier-path.ts'
import { VERIFIER_FILE } from '../../builds/verifier-page.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { prepare, type Prepared, sendPrepared } from '../prepared.ts'
import { noRoute } from '../shared-problem.ts'

const POLICY = /http-equiv="Content-Security-Policy" content="(?<policy>[^"]*)"/

type VerifierPage = { page: Prepared; policy: string }

/** `/verify`: the page on which anyone checks a proof, with its own policy as a header. No session is needed. */
export function serveVerifier(app: Hono<HttpEnv>, { findFile }: Pick<HttpDeps, 'findFile'>): void {
  let opened: Promise<VerifierPage | null> | undefined
  app.get(VERIFIER_PATH, async (c) => {
    const found = await (opened ??= openPage(findFile))
    if (found === null) return noRoute(c)
    c.header('content-security-policy', found.policy)
    return sendPrepared(c, found.page, { type: 'text/html; charset=utf-8', caching: 'no-cache' })
  })
}

async function openPage(findFile: HttpDeps['findFile']): Promise<VerifierPage | null> {
  const file = await findFile(`/${VERIFIER_FILE}`)
  if (file === null) return null
  const html = new TextDecoder().decode(file.identity)
  const policy = POLICY.exec(html)?.groups?.['policy'] ?? "default-src 'none'"
  return { page: await prepare(html), policy: `${policy}; frame-ancestors 'none'` }
}
