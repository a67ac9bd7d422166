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
import { randomNonce } from '../../linking/random-nonce.ts'
import type { StoredMultisig, StoredUser } from '../../store/stored.ts'
import type { AttemptChange, StoredAttempt } from '../../store/linking/attempts.ts'
import type { Store } from '../../store/store.ts'
import { presentAttempt } from '../present-attempt.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { lookUp } from '../look-up.ts'
import { requireEligibility } from '../require-eligibility.ts'
import { created, empty, ok, refuse, type Reply } from '../reply.ts'
import { type MemberRequest, serveMember } from '../route.ts'
import { agreementText, attemptText } from '../attempt-text.ts'

const TTL_MS: Record<Family, number> = { ton: TON_ATTEMPT_TTL_MS, evm: EVM_ATTEMPT_TTL_MS }

/** The attempt from start to outcome, except for the proof itself. */
export function serveAttempts(app: Hono<HttpEnv>, deps: HttpDeps): void {
  const { store, now, boot, onEvent } = deps

  serveMember(app, createAttempt, async ({ user, body }) => {
    if (body.family === 'evm' && boot.policy.evm === 'off') return refuse('evm-off')
    const { cosign, requestCode } = body
    if (cosign === undefined) {
      const refusal = await requireEligibility(user, requestCode, deps)
      return refusal ?? create(newAttempt(user, body, deps), deps)
    }
    // A confirmation in another member's cosigning links nothing that could answer a request.
    if (requestCode !== undefined) return refuse('bad-request')
    const find = () => store.findCosigning(cosign.code, now())
    return lookUp({ user, find }, deps, async ({ state, multisig }) => {
      if (multisig.family !== body.family) return refuse('bad-request')
      if (state !== 'open') return refuse('cosign-closed')
      return create(newConfirmation(user, { ...body, cosign, multisig }, deps), deps)
    })
  })

  serveMember(app, getAttempt, async ({ user, id }) =>
    answer(await store.findAttempt(id, user.id, now()), deps),
  )

  serveMember(app, updateAttempt, async ({ user, id, body }) =>
    answer(await store.advanceAttempt({ id, userId: user.id }, getChange(body), now()), deps),
  )

  serveMember(app, cancelAttempt, async ({ user, id }) => {
    const attempt = await store.advanceAttempt(
      { id, userId: user.id },
      { state: 'cancelled' },
      now(),
    )
    if (!attempt) return refuse('not-found')
    // Notifies the members who confirmed in its cosigning, which ends with the attempt.
    if (attempt.cosigningCode !== null) onEvent()
    return empty
  })
}

type AttemptToCreate = Parameters<Store['createAttempt']>[0]

async function create(attempt: AttemptToCreate, deps: HttpDeps): Promise<Reply<Attempt>> {
  const made = await deps.store.createAttempt(attempt, {
    limit: ATTEMPTS_PER_WINDOW,
    since: deps.now() - ATTEMPTS_WINDOW_MS,
  })
  if (made === 'too-many-attempts') return refuse(made, ATTEMPTS_WINDOW_MS / 1_000)
  return created(await presentAttempt(made, deps))
}

type AttemptRequest = MemberRequest<typeof createAttempt>['body']

function newAttempt(user: StoredUser, asked: AttemptRequest, deps: HttpDeps): AttemptToCreate {
  const bare = bareAttempt(user, asked, deps)
  const hasText = asked.family === 'ton' && deps.boot.policy.tonText !== 'off'
  return {
    ...bare,
    message: hasText ? attemptText(user, { ...bare, createdAt: bare.now }, deps) : null,
  }
}

type CosignTerms = AttemptRequest & {
  cosign: NonNullable<StoredAttempt['cosign']>
  multisig: StoredMultisig
}

/** A confirmation gets a text only if one must be signed: a text cannot raise a confirmation later. */
function newConfirmation(
  user: StoredUser,
  { multisig, cosign, ...asked }: CosignTerms,
  deps: HttpDeps,
): AttemptToCreate {
  const bare = bareAttempt(user, asked, deps)
  const hasText = multisig.family === 'ton' && deps.boot.policy.tonText === 'require'
  const made = { ...bare, createdAt: bare.now }
  return {
    ...bare,
    cosign,
    message: hasText ? agreementText(user, { made, multisig }, deps) : null,
  }
}

function bareAttempt(
  user: StoredUser,
  { family, client, requestCode }: AttemptRequest,
  { now }: HttpDeps,
): AttemptToCreate {
  return {
    userId: user.id,
    family,
    nonce: randomNonce(),
    message: null,
    client: client ?? null,
    requestCode: requestCode ?? null,
    cosign: null,
    now: now(),
    expiresAt: now() + TTL_MS[family],
  }
}

/** A change that came too late is no error; the answer is the attempt in its current state. */
async function answer(attempt: StoredAttempt | undefined, deps: HttpDeps): Promise<Reply<Attempt>> {
  return attempt ? ok(await presentAttempt(attempt, deps)) : refuse('not-found')
}

function getChange(body: MemberRequest<typeof updateAttempt>['body']): AttemptChange {
  return body.state === 'awaiting-wallet'
    ? { state: body.state, walletApp: body.walletApp ?? null }
    : body
}
