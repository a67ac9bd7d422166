import type { Hono } from 'hono'
import { getLaunchedProof } from '#shared/api/get-launched-proof.ts'
import { getProofLaunch } from '#shared/api/get-proof-launch.ts'
import type { ResponseOf } from '#shared/api/endpoint.ts'
import { requestProofLaunch } from '#shared/api/request-proof-launch.ts'
import { submitProofLaunch } from '#shared/api/submit-proof-launch.ts'
import type { ProofLaunch } from '#shared/proof-launch.ts'
import { getLaunchParam, getSharedFrom } from '../../proofs/build-proof.ts'
import { launchLimit } from '../../rate-limit/member-limits.ts'
import type { StoredProofLaunch } from '../../store/rows/unseal-proof.ts'
import type { StoredProof } from '../../store/rows/proof-rows.ts'
import type { StoredUser } from '../../store/database/stored.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpEnv } from '../http-env.ts'
import { enforceRateLimit } from '../admission.ts'
import { ok, refuse, type Reply, serveMember } from '../route.ts'
import { isoTime } from '../views.ts'

/** Launches by which Telegram signs the proofs of members who ask for it. */
export function serveProofLaunches(app: Hono<HttpEnv>, deps: HttpDeps): void {
  const { store, now } = deps

  serveMember(app, getProofLaunch, async ({ user, id }) => {
    const stored = await store.findProof(id)
    if (stored?.wallet.userId !== user.id) return refuse('not-found')
    return ok({ launch: stored.launch && viewLaunch(stored.launch) })
  })

  serveMember(app, requestProofLaunch, async ({ user, id }) => {
    const stored = await store.findProof(id)
    if (stored?.wallet.userId !== user.id) return refuse('not-found')
    const startParam = getLaunchParam(stored)
    if (startParam === null) return refuse('proof-missing')
    const refusal = await enforceRateLimit(launchLimit(user), deps)
    if (refusal) return refusal
    const isAwaited = await store.awaitProofLaunch({ id, userId: user.id }, now())
    return isAwaited ? ok({ startParam }) : refuse('not-found')
  })

  serveMember(app, getLaunchedProof, async ({ user, id }) => {
    const refusal = await enforceRateLimit(launchLimit(user), deps)
    if (refusal) return refusal
    const stored = await store.findLaunchedProof({ userId: user.id, isFor: isFor(id) }, now())
    if (!stored) return refuse('proof-launch-unexpected')
    return ok({ walletId: stored.wallet.id, launch: stored.launch && viewLaunch(stored.launch) })
  })

  serveMember(app, submitProofLaunch, async ({ user, body }) => {
    const refusal = await enforceRateLimit(launchLimit(user), deps)
    return refusal ?? submit(body.initData, user, deps)
  })
}

async function submit(
  initData: string,
  user: StoredUser,
  { store, now, verifyInitData }: HttpDeps,
): Promise<Reply<ResponseOf<typeof submitProofLaunch>>> {
  const verdict = verifyInitData(initData, now())
  if (!verdict.ok) return refuse(verdict.code)
  const { signed, startParam, authDate, user: account } = verdict.launch
  if (account.telegramId !== user.telegramId) return refuse('proof-launch-unexpected')
  if (signed === null) return refuse('proof-launch-unsigned')
  const launch = { ...signed, authDate }
  const kept = await store.keepProofLaunch(
    { userId: user.id, launch, isFor: isFor(startParam) },
    now(),
  )
  return kept?.launch
    ? ok({ walletId: kept.wallet.id, launch: viewLaunch(kept.launch) })
    : refuse('proof-launch-unexpected')
}

/** Whether a proof is the one that a launch with this start parameter signs. */
function isFor(startParam: string | null) {
  return (proof: StoredProof) => startParam !== null && getLaunchParam(proof) === startParam
}

function viewLaunch(launch: StoredProofLaunch): ProofLaunch {
  return {
    signedAt: isoTime(launch.authDate * 1_000),
    includedFrom: isoTime(getSharedFrom(launch)),
  }
}
