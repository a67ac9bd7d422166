import type { TonProof } from '#shared/ton-proof.ts'
import { TEXT_TTL_MS } from '#shared/limits.ts'
import type { ProvenTonWallet } from '#shared/proven-wallet.ts'
import type { KeyEvidence } from '#proof/document.ts'
import { exclusiveTonChain, timeCheck } from '../chains/user-queue.ts'
import { judgeTonProof } from '../proofs/judge-ton.ts'
import type { StoredCosigning } from '../store/rows/cosigning-rows.ts'
import { agreementText, attemptText, getCommitted } from './ton-messages.ts'
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
  const { tonChain, metrics, now } = deps
  const multisig = cosigning && cosigning.multisig
  const committed = getCommitted(user, { nonce, multisig }, deps)
  const terms = { committed, now: now() }
  const verdict = await timeCheck({ family: 'ton', runExclusive, metrics }, (timed) =>
    judgeTonProof(proof, terms, exclusiveTonChain(tonChain, timed)),
  )
  if (!verdict.ok) return refuseProof(attempt, verdict.code, deps)
  const { proven } = verdict
  if (cosigning && cosign)
    return proveSigner(proving, { cosign, cosigning, proven, proof: verdict.proof }, deps)
  if (!isTextDemanded(deps)) return settle(attempt, { ...verdict, accepted: null }, deps)
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
