import type { Hono } from 'hono'
import { fixAccount } from '#shared/api/fix-account.ts'
import { submitProof } from '#shared/api/submit-proof.ts'
import { submitText } from '#shared/api/submit-text.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { replyToOutcome } from '../present-attempt.ts'
import { serveMember } from '../route.ts'

/** The account of an EVM attempt, and the proofs of all attempts. */
export function serveProofs(app: Hono<HttpEnv>, deps: HttpDeps): void {
  const { linking } = deps

  serveMember(app, fixAccount, async ({ user, id, body }) =>
    replyToOutcome(await linking.fixAccount({ user, id }, body), user, deps),
  )

  serveMember(app, submitProof, async ({ user, id, body }) =>
    replyToOutcome(await linking.prove({ user, id }, body), user, deps),
  )

  serveMember(app, submitText, async ({ user, id, body }) =>
    replyToOutcome(await linking.proveText({ user, id }, body), user, deps),
  )
}
