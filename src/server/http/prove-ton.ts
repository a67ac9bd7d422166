import type { TonProof } from '#shared/api/submit-proof.ts'
import type { Attempt } from '#shared/attempt.ts'
import { TEXT_TTL_MS } from '#shared/limits.ts'
import type { ProvenTonWallet } from '#shared/wallet.ts'
import { tonChainInTurn } from '../chains/in-turn.ts'
import { verifyTonProof } from '../verify/ton-proof.ts'
import type { HttpDeps } from './http-deps.ts'
import { presentAttempt, proofDomain } from './present-attempt.ts'
import type { Proving } from './proving.ts'
import { accepted, refuse, type Reply } from './reply.ts'
import { lateCode, refuseLate, refuseProof, settleProof } from './settle-proof.ts'
import { timeCheck } from './time-check.ts'
import { attemptText } from './attempt-text.ts'

/** A ton_proof: links, or where the owner demands a text, fixes the account that is to sign it. */
export async function proveTon(
  proving: Proving,
  proof: TonProof,
  deps: HttpDeps,
): Promise<Reply<Attempt>> {
  const { attempt, turn } = proving
  const { tonChain, publicUrl, metrics, now, boot } = deps
  const expected = {
    payload: attempt.nonce,
    domain: proofDomain(publicUrl),
    network: tonChain.network,
    now: now(),
  }
  const verdict = await timeCheck({ family: 'ton', turn, metrics }, (timed) =>
    verifyTonProof(proof, expected, tonChainInTurn(tonChain, timed)),
  )
  if (!verdict.ok) return refuseProof(attempt, verdict.code, deps)
  return boot.policy.tonText === 'require'
    ? askForText(proving, verdict.proven, deps)
    : settleProof(attempt, verdict, deps)
}

async function askForText(
  { user, attempt }: Proving,
  { family, network, address }: ProvenTonWallet,
  deps: HttpDeps,
): Promise<Reply<Attempt>> {
  const fixed = await deps.store.fixAccount(
    { id: attempt.id, userId: attempt.userId },
    {
      account: { family, network, address },
      message: attempt.message ?? attemptText(user, attempt, deps),
      expiresAt: deps.now() + TEXT_TTL_MS,
    },
    deps.now(),
  )
  if (!fixed) return refuse('not-found')
  if (fixed.state === 'awaiting-signature') return accepted(await presentAttempt(fixed, deps))
  return refuseLate(fixed, lateCode(fixed) ?? 'attempt-settled', deps)
}
