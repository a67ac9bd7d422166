import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import type { Attempt } from '#shared/attempt.ts'
import {
  ATTEMPTS_PER_WINDOW,
  ATTEMPTS_WINDOW_MS,
  EVM_ATTEMPT_TTL_MS,
  TON_ATTEMPT_TTL_MS,
} from '#shared/limits.ts'
import type { Family } from '#shared/wallet.ts'
import { lookUpCode } from '../../look-up-code.ts'
import type { AttemptChange, Store, StoredAttempt, StoredUser } from '../../store/store.ts'
import { presentAttempt } from '../present-attempt.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { refuseOutsider } from '../refuse-outsider.ts'
import { created, empty, ok, refuse, type Refusal, type Reply } from '../reply.ts'
import { type MemberRequest, serveMember } from '../route.ts'
import { attemptText } from '../attempt-text.ts'

/** ton_proof payload: 32 bytes are 43 characters, short enough for every wallet's link. */
const NONCE_BYTES = 32
const SECOND_MS = 1_000

const TTL_MS: Record<Family, number> = { ton: TON_ATTEMPT_TTL_MS, evm: EVM_ATTEMPT_TTL_MS }

/** The attempt from its making to its outcome, but for the proof itself. */
export function serveAttempts(app: Hono<HttpEnv>, deps: HttpDeps): void {
  const { store, now, boot } = deps

  serveMember(app, createAttempt, async ({ user, body }) => {
    if (body.family === 'evm' && boot.policy.evm === 'off') return refuse('evm-off')
    const refusal = await refuseShutOut(user, body.requestCode, deps)
    if (refusal) return refusal
    const attempt = await store.createAttempt(newAttempt(user, body, deps), {
      limit: ATTEMPTS_PER_WINDOW,
      since: now() - ATTEMPTS_WINDOW_MS,
    })
    if (attempt === 'too-many-attempts') return refuse(attempt, ATTEMPTS_WINDOW_MS / 1_000)
    return created(await presentAttempt(attempt, deps))
  })

  serveMember(app, getAttempt, async ({ user, id }) =>
    answer(await store.findAttempt(id, user.id, now()), deps),
  )

  serveMember(app, updateAttempt, async ({ user, id, body }) =>
    answer(await store.advanceAttempt({ id, userId: user.id }, changeOf(body), now()), deps),
  )

  serveMember(app, cancelAttempt, async ({ user, id }) => {
    const attempt = await store.advanceAttempt(
      { id, userId: user.id },
      { state: 'cancelled' },
      now(),
    )
    return attempt ? empty : refuse('not-found')
  })
}

/**
 * Whoever may not answer the request hears so before they connect a wallet for it. A code that leads nowhere is one looked
 * for, as anywhere else, and a wallet can be linked all the same.
 */
async function refuseShutOut(
  user: StoredUser,
  requestCode: string | undefined,
  deps: HttpDeps,
): Promise<Refusal | undefined> {
  if (requestCode === undefined) return undefined
  const looked = await lookUpCode(user, () => deps.store.findRequest(requestCode), deps)
  if (looked.outcome === 'hurried')
    return refuse('rate-limited', Math.ceil(looked.waitMs / SECOND_MS))
  if (looked.outcome === 'unknown') return undefined
  const refusal = await refuseOutsider(user, looked.found, deps)
  return refusal?.code === 'members-only' ? refusal : undefined
}

function newAttempt(
  user: StoredUser,
  { family, client, requestCode }: MemberRequest<typeof createAttempt>['body'],
  deps: HttpDeps,
): Parameters<Store['createAttempt']>[0] {
  const now = deps.now()
  const nonce = randomBytes(NONCE_BYTES).toString('base64url')
  const hasText = family === 'ton' && deps.boot.policy.tonText !== 'off'
  return {
    userId: user.id,
    family,
    nonce,
    message: hasText ? attemptText(user, { nonce, createdAt: now }, deps) : null,
    client: client ?? null,
    requestCode: requestCode ?? null,
    now,
    expiresAt: now + TTL_MS[family],
  }
}

/** A change that came too late is no error: the answer is the attempt as it is. */
async function answer(attempt: StoredAttempt | undefined, deps: HttpDeps): Promise<Reply<Attempt>> {
  return attempt ? ok(await presentAttempt(attempt, deps)) : refuse('not-found')
}

function changeOf(body: MemberRequest<typeof updateAttempt>['body']): AttemptChange {
  return body.state === 'awaiting-wallet'
    ? { state: body.state, walletApp: body.walletApp ?? null }
    : body
}
