import * as v from 'valibot'
import { Base64UrlSchema } from '#proof/document.ts'
import { type ProofStatus, STATUS_PATH } from '#proof/proof-status.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp } from '../http-env.ts'
import { sharedProblem } from '../shared-problem.ts'
import { isoTime } from '../views.ts'

/** Whether the link that a proof shows is still there, for everybody who has the proof: decision 071. */
export function serveProofStatus(app: HttpApp, { store }: Pick<HttpDeps, 'store'>): void {
  app.get(STATUS_PATH, async (c) => {
    const digest = c.req.param('digest')
    const found = v.is(Base64UrlSchema, digest)
      ? await store.findProofStatus(Buffer.from(digest, 'base64url'))
      : undefined
    if (found === undefined) return sharedProblem('not-found', c)
    const { status, since } = found
    c.header('cache-control', 'public, max-age=60')
    return c.json({ status, since: isoTime(since) } satisfies ProofStatus)
  })
}
