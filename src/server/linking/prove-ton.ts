import type { TonProof } from '#shared/ton-proof.ts'
import { TEXT_TTL_MS } from '#shared/limits.ts'
import type { ProvenTonWallet } from '#shared/wallet.ts'
import type { KeyEvidence } from '#proof/document.ts'
import { exclusiveTonChain, timeCheck } from '../chains/user-queue.ts'
import { toTonProofEvidence } from '../proofs/evidence.ts'
import type { StoredCosigning } from '../store/multisigs/cosigning-rows.ts'
import { getHost } from '#proof/site.ts'
import { verifyTonProof } from '../verify/ton-proof.ts'
import { agreementText, attemptText, tonPayload } from './ton-messages.ts'
import { type Cosign, confirm, findOpenCosigning, requireOwner } from './confirm.ts'
import type { LinkingDeps } from './linking-deps.ts'
import {
  lateCode,
  type Outcome,
  type Proving,
  refuse,
  refuseLate,
  refuseProof,
  settle,
} from './settle.ts'

/**
 * A ton_proof links the wallet. Where the operator demands a text, it only fixes the account that must sign the text.
 */
export async function proveTon(
  proving: Proving,
  proof: TonProof,
  deps: LinkingDeps,
): Promise<Outcome> {
  const { user, attempt, runExclusive } = proving
  const { cosign, nonce } = attempt
  const cosigning = cosign && (await findOpenCosigning(cosign, deps))
  if (cosigning === undefined) return refuse('cosign-closed')
  const { tonChain, publicUrl, metrics, now } = deps
  const multisig = cosigning && cosigning.multisig
  const expected = {
    payload: tonPayload(user, { nonce, multisig }, deps),
    domain: getHost(publicUrl),
    network: tonChain.network,
    now: now(),
  }
  const verdict = await timeCheck({ family: 'ton', runExclusive, metrics }, (timed) =>
    verifyTonProof(proof, expected, exclusiveTonChain(tonChain, timed)),
  )
  if (!verdict.ok) return refuseProof(attempt, verdict.code, deps)
  const { proven, chainKey } = verdict
  const evidence = toTonProofEvidence(proof, { nonce, chainKey })
  if (cosigning && cosign)
    return proveSigner(proving, { cosign, cosigning, proven, proof: evidence }, deps)
  if (!isTextDemanded(deps))
    return settle(attempt, { proven, proof: evidence, accepted: null }, deps)
  const message = attempt.message ?? attemptText(user, attempt, deps)
  return askForText(proving, { message, proven }, deps)
}

type SignerProof = {
  cosign: Cosign
  cosigning: StoredCosigning
  proven: ProvenTonWallet
  proof: KeyEvidence
}

/** One signer's confirmation for a multisig, after a check that the signer may give it. */
async function proveSigner(
  proving: Proving,
  { cosign, cosigning, proven, proof }: SignerProof,
  deps: LinkingDeps,
): Promise<Outcome> {
  const { address: owner, binding } = proven
  const confirmation = { method: 'agreements', owner, binding, proof } as const
  if (!isTextDemanded(deps)) return confirm(proving, { cosign, confirmation }, deps)
  const refusal = await requireOwner(proving, { cosigning, address: owner }, deps)
  if (refusal) return refusal
  const { user, attempt } = proving
  const { multisig } = cosigning
  const message = attempt.message ?? agreementText(user, { made: attempt, multisig }, deps)
  return askForText(proving, { message, proven }, deps)
}

function isTextDemanded({ policy }: LinkingDeps): boolean {
  return policy.tonText === 'require'
}

async function askForText(
  { attempt }: Proving,
  { message, proven }: { message: string; proven: ProvenTonWallet },
  deps: LinkingDeps,
): Promise<Outcome> {
  const { family, network, address } = proven
  const fixed = await deps.store.fixAccount(
    { id: attempt.id, userId: attempt.userId },
    {
      account: { family, network, address },
      message,
      expiresAt: deps.now() + TEXT_TTL_MS,
    },
    deps.now(),
  )
  if (!fixed) return refuse('not-found')
  if (fixed.state === 'awaiting-signature') return { kind: 'waiting', attempt: fixed }
  return refuseLate(fixed, lateCode(fixed) ?? 'attempt-settled', deps)
}
