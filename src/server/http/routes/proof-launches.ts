import { getLaunchedProof } from '#shared/api/get-launched-proof.ts'
import { getProofLaunch } from '#shared/api/get-proof-launch.ts'
import type { ResponseOf } from '#shared/api/endpoint.ts'
import { requestProofLaunch } from '#shared/api/request-proof-launch.ts'
import { submitProofLaunch } from '#shared/api/submit-proof-launch.ts'
import type { ProofLaunch } from '#shared/proof-launch.ts'
import { buildUnsigned, getProofCode, getSharedFrom } from '../../proofs/build-proof.ts'
import { findTelegramRefusal } from '../../proofs/find-telegram-refusal.ts'
import { memberLimit } from '../../rate-limit/member-limits.ts'
import type { StoredTelegram } from '../../store/rows/unseal-proof.ts'
import type { StoredProof } from '../../store/rows/proof-rows.ts'
import type { StoredUser } from '../../store/database/stored.ts'
import type { HttpDeps } from '../http-deps.ts'
import type { HttpApp } from '../http-env.ts'
import { enforceRateLimit } from '../admission.ts'
import { ok, refuse, type Reply, serveMember } from '../route.ts'
import { isoTime } from '../views.ts'

/**
 * Has Telegram sign the proofs of members who ask for it: by a login where the operator has Log In With Telegram, else by
 * a launch.
 */
export function serveProofLaunches(app: HttpApp, deps: HttpDeps): void {
  const { store, now, publicUrl, telegramLogin } = deps

  serveMember(app, getProofLaunch, async ({ user, id }) => {
    const stored = await store.findProof(id)
    if (stored?.wallet.userId !== user.id) return refuse('not-found')
    const way = telegramLogin === null ? 'launch' : 'login'
    return ok({ launch: stored.telegram && viewSignature(stored.telegram), way })
  })

  serveMember(app, requestProofLaunch, async ({ user, id }) => {
    const stored = await store.findProof(id)
    if (stored?.wallet.userId !== user.id) return refuse('not-found')
    const startParam = getProofCode(stored)
    if (startParam === null) return refuse('proof-missing')
    const refusal = await enforceRateLimit(memberLimit('launches', user), deps)
    if (refusal) return refusal
    const isAwaited = await store.awaitProofLaunch({ id, userId: user.id }, now())
    if (!isAwaited) return refuse('not-found')
    return telegramLogin === null
      ? ok({ startParam })
      : ok({ url: `${publicUrl}/login/wallets/${id}?lang=${user.language}` })
  })

  serveMember(app, getLaunchedProof, async ({ user, id }) => {
    const refusal = await enforceRateLimit(memberLimit('launches', user), deps)
    if (refusal) return refusal
    const stored = await store.findLaunchedProof({ userId: user.id, isFor: isFor(id) }, now())
    if (!stored) return refuse('proof-launch-unexpected')
    const { wallet, telegram } = stored
    return ok({ walletId: wallet.id, launch: telegram && viewSignature(telegram) })
  })

  serveMember(app, submitProofLaunch, async ({ user, body }) => {
    const refusal = await enforceRateLimit(memberLimit('launches', user), deps)
    return refusal ?? submit(body.initData, user, deps)
  })
}

async function submit(
  initData: string,
  user: StoredUser,
  { store, now, verifyInitData, telegramKey, log }: HttpDeps,
): Promise<Reply<ResponseOf<typeof submitProofLaunch>>> {
  const verdict = verifyInitData(initData, now())
  if (!verdict.ok) return refuse(verdict.code)
  const { signed, startParam, authDate, user: account } = verdict.launch
  if (account.telegramId !== user.telegramId) return refuse('proof-launch-unexpected')
  if (signed === null) return refuse('proof-launch-unsigned')
  const telegram = { ...signed, authDate }
  const wanted = { userId: user.id, telegram, isFor: isFor(startParam) }
  const stored = await store.findLaunchedProof(wanted, now())
  const document = stored ? buildUnsigned(stored) : null
  if (document === null) return refuse('proof-launch-unexpected')
  const refused = await findTelegramRefusal({ document, telegram, telegramKey })
  if (refused) log.warn(refused, 'a launch that verifiers would refuse')
  if (refused) return refuse('proof-launch-unsigned')
  const kept = await store.keepProofLaunch(wanted, now())
  return kept?.telegram
    ? ok({ walletId: kept.wallet.id, launch: viewSignature(kept.telegram) })
    : refuse('proof-launch-unexpected')
}

/** Whether a proof is the one that Telegram signs by this code: a start parameter, or a nonce. */
export function isFor(code: string | null) {
  return (proof: StoredProof) => code !== null && getProofCode(proof) === code
}

function viewSignature(telegram: StoredTelegram): ProofLaunch {
  return {
    signedAt: isoTime(telegram.authDate * 1_000),
    includedFrom: isoTime(getSharedFrom(telegram)),
  }
}
