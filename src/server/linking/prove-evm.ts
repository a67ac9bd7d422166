import type { EvmProof } from '#shared/api/submit-proof.ts'
import { exclusiveEvmChains, timeCheck } from '../chains/user-queue.ts'
import { verifyOwner } from '../multisig/verify-owner.ts'
import { toContractEvidence, toKeyEvidence, toSafeEvidence } from '../proofs/evidence.ts'
import { encodeHex } from '../verify/bytes.ts'
import type { EvmChains } from '../verify/evm-chain.ts'
import {
  type EvmSignatureVerdict,
  type SignedEvmMessage,
  verifyEvmSignature,
} from '../verify/evm-signature.ts'
import { areEnoughOwners, safeSigners } from '../verify/safe-signers.ts'
import { type Cosign, confirm, findOpenCosigning } from './confirm.ts'
import type { LinkingDeps } from './linking-deps.ts'
import {
  type Outcome,
  type Proving,
  refuse,
  refuseProof,
  refuseUnchanged,
  settle,
  type SettledProof,
} from './settle.ts'

/** Accepts only a signature of the message that the server wrote for the attempt's account. */
export async function proveEvm(
  proving: Proving,
  { signature }: EvmProof,
  deps: LinkingDeps,
): Promise<Outcome> {
  const { attempt, runExclusive } = proving
  const { evmChains, metrics } = deps
  if (evmChains === null) return refuse('evm-off')
  const { message, account, cosign } = attempt
  if (message === null || account?.family !== 'evm') return refuse('evm-account-missing')
  // The operator has removed the chain since; a retry cannot succeed either.
  if (!evmChains.ids.includes(account.chainId)) return refuse('evm-chain-unsupported')
  const signed = { message, account, signature }
  if (cosign) return proveOwner(proving, { signed, cosign, chains: evmChains }, deps)
  const verdict = await timeCheck({ family: 'evm', runExclusive, metrics }, (timed) =>
    verifyEvmSignature(signed, exclusiveEvmChains(evmChains, timed)),
  )
  if (!verdict.ok)
    return attempt.cosigningCode === null
      ? refuseProof(attempt, verdict.code, deps)
      : // Its owners may still sign one by one.
        refuseUnchanged(attempt, verdict.code, deps)
  const recognised = await recognise({ ...verdict, message }, proving, deps)
  return typeof recognised === 'string'
    ? refuseUnchanged(attempt, recognised, deps)
    : settle(attempt, recognised, deps)
}

/** One owner's confirmation for a Safe, by the key of the attempt's account. */
async function proveOwner(
  proving: Proving,
  { signed, cosign, chains }: { signed: SignedEvmMessage; cosign: Cosign; chains: EvmChains },
  deps: LinkingDeps,
): Promise<Outcome> {
  const { attempt, runExclusive } = proving
  const cosigning = await findOpenCosigning(cosign, deps)
  if (cosigning?.multisig.family !== 'evm') return refuse('cosign-closed')
  const verdict = await timeCheck({ family: 'evm', runExclusive, metrics: deps.metrics }, (timed) =>
    verifyOwner(cosigning, signed, exclusiveEvmChains(chains, timed)),
  )
  return verdict.ok
    ? confirm(proving, { cosign, confirmation: verdict.confirmation }, deps)
    : refuseProof(attempt, verdict.code, deps)
}

type SignedMessage = Extract<EvmSignatureVerdict, { ok: true }> & { message: string }

/**
 * A contract is linked as a Safe only if the Safe's listed owners signed. Anything else that it accepts proves only
 * that the contract says so, and nothing about its owners.
 */
async function recognise(
  { proven, accepted, message, signature }: SignedMessage,
  { runExclusive }: Proving,
  { multisigs, store, now }: LinkingDeps,
): Promise<SettledProof | 'busy' | 'evm-chain-unreachable'> {
  if (proven.kind !== 'contract' || accepted === null)
    return { proven, proof: toKeyEvidence(message, signature), accepted: null }
  const { address, chainId } = proven
  const recognition = await runExclusive(() => multisigs.at({ family: 'evm', address, chainId }))
  if (recognition === 'busy') return recognition
  if (recognition.unreachable.length > 0) return 'evm-chain-unreachable'
  const safe = recognition.found.find((multisig) => multisig.family === 'evm')
  const { hash, block } = accepted
  const question = { hash, signature: encodeHex(signature) }
  const acceptedMessage = { message, signature, block }
  const asContract = { proven, proof: toContractEvidence(acceptedMessage), accepted: question }
  if (!safe) return asContract
  const signers = safeSigners(safe, question, safe.threshold)
  const isByOwners = areEnoughOwners(safe, signers)
  await store.noteAcceptance(safe.id, isByOwners ? 'owners' : 'others', now())
  if (!isByOwners) return asContract
  const proof = toSafeEvidence(safe, acceptedMessage, signers)
  return { proven: { ...proven, kind: 'safe' }, proof, accepted: question }
}
