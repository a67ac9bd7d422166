import type { Hono } from 'hono'
import { submitProof } from '#shared/api/submit-proof.ts'
import { submitText } from '#shared/api/submit-text.ts'
import { createUserQueue } from '../../chains/user-queue.ts'
import type { StoredAttempt } from '../../store/linking/attempts.ts'
import type { StoredUser } from '../../store/stored.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { multisigLimit } from '../../rate-limit/multisig-limit.ts'
import { proveEvm } from '../prove-evm.ts'
import { proveTon } from '../prove-ton.ts'
import { proveText } from '../prove-text.ts'
import { enforceRateLimit } from '../enforce-rate-limit.ts'
import { refuse, type Refusal } from '../reply.ts'
import { serveMember } from '../route.ts'
import { asksChain } from '../../verify/ton-signed.ts'
import { tonChainLimit } from '../../rate-limit/ton-chain-limit.ts'
import { lateCode, refuseLate } from '../settle-proof.ts'

/** request → verify → one transaction that claims the attempt and links → receipt. */
export function serveProofs(app: Hono<HttpEnv>, deps: HttpDeps): void {
  const { store, now, boot } = deps
  const userQueue = createUserQueue()

  serveMember(app, submitProof, async ({ user, id, body }) => {
    const attempt = await store.findAttempt(id, user.id, now())
    if (!attempt) return refuse('not-found')
    const isEvm = 'signature' in body
    if (isEvm !== (attempt.family === 'evm')) return refuse('bad-request')
    // Its owners prove their own wallets, each in their own attempt.
    if (attempt.state === 'awaiting-cosigners') return refuse('bad-request')
    const late = attempt.state === 'awaiting-consent' ? 'attempt-settled' : lateCode(attempt)
    if (late) return refuseLate(attempt, late, deps)
    const refusal = await refuseRepeats(user, attempt, deps)
    if (refusal) return refusal
    const asked = { user, attempt, runExclusive: userQueue(user.id) }
    if (isEvm) return proveEvm(asked, body, deps)
    return (await limitQuestions(user, body, deps)) ?? proveTon(asked, body, deps)
  })

  serveMember(app, submitText, async ({ user, id, body }) => {
    if (boot.policy.tonText === 'off') return refuse('not-found')
    const attempt = await store.findAttempt(id, user.id, now())
    if (!attempt) return refuse('not-found')
    const refusal = await refuseRepeats(user, attempt, deps)
    if (refusal) return refusal
    const asked = { user, attempt, runExclusive: userQueue(user.id) }
    return (await limitQuestions(user, body, deps)) ?? proveText(asked, body, deps)
  })
}

/** A made-up proof can cause queries to the chain without any signature. Most wallets need no query. */
async function limitQuestions(
  user: StoredUser,
  signed: { stateInit: string },
  deps: HttpDeps,
): Promise<Refusal | undefined> {
  return asksChain(signed) ? enforceRateLimit(tonChainLimit(user), deps) : undefined
}

/**
 * A proof that does not count leaves such an attempt open, so each repetition queries the chains again and needs a rate
 * limit.
 */
async function refuseRepeats(
  user: StoredUser,
  { cosign, cosigningCode }: StoredAttempt,
  deps: HttpDeps,
): Promise<Refusal | undefined> {
  const mayRepeat = cosign !== null || cosigningCode !== null
  return mayRepeat ? enforceRateLimit(multisigLimit(user), deps) : undefined
}
