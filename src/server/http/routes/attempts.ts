import type { Hono } from 'hono'
import { cancelAttempt } from '#shared/api/cancel-attempt.ts'
import { createAttempt } from '#shared/api/create-attempt.ts'
import { getAttempt } from '#shared/api/get-attempt.ts'
import { updateAttempt } from '#shared/api/update-attempt.ts'
import type { Attempt } from '#shared/attempt.ts'
import type { AttemptChange, StoredAttempt } from '../../store/linking/attempts.ts'
import type { StoredUser } from '../../store/stored.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { presentAttempt, replyToOutcome } from '../present-attempt.ts'
import { empty, ok, refuse, type Reply } from '../reply.ts'
import { type MemberRequest, serveMember } from '../route.ts'

/** The attempt from start to outcome, except for the proof itself. */
export function serveAttempts(app: Hono<HttpEnv>, deps: HttpDeps): void {
  const { store, now, linking, onEvent } = deps

  serveMember(app, createAttempt, async ({ user, body }) =>
    replyToOutcome(await linking.start(user, body), user, deps),
  )

  serveMember(app, getAttempt, async ({ user, id }) =>
    answer(await store.findAttempt(id, user.id, now()), user, deps),
  )

  serveMember(app, updateAttempt, async ({ user, id, body }) =>
    answer(await store.advanceAttempt({ id, userId: user.id }, getChange(body), now()), user, deps),
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

/** A change that came too late is no error; the answer is the attempt in its current state. */
async function answer(
  attempt: StoredAttempt | undefined,
  user: StoredUser,
  deps: HttpDeps,
): Promise<Reply<Attempt>> {
  return attempt ? ok(await presentAttempt(attempt, user, deps)) : refuse('not-found')
}

function getChange(body: MemberRequest<typeof updateAttempt>['body']): AttemptChange {
  return body.state === 'awaiting-wallet'
    ? { state: body.state, walletApp: body.walletApp ?? null }
    : body
}
