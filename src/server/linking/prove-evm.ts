import type { EvmProof } from '#shared/api/submit-proof.ts'
import type { ProvenEvmWallet } from '#shared/wallet.ts'
import { exclusiveEvmChains } from '../chains/user-queue.ts'
import { verifyOwner } from '../multisig/verify-owner.ts'
import { encodeHex } from '../verify/encode-hex.ts'
import type { EvmChains } from '../verify/evm-chain.ts'
import {
  type EvmSignatureVerdict,
  type SignedEvmMessage,
  verifyEvmSignature,
} from '../verify/evm-signature.ts'
import { isSignedByOwners } from '../verify/safe-signers.ts'
import { type Cosign, confirm, findOpenCosigning } from './confirm.ts'
import type { LinkingDeps } from './linking-deps.ts'
import {
  type Outcome,
  type Proving,
  refuse,
  refuseProof,
  refuseUnchanged,
  settle,
} from './settle.ts'
import { timeCheck } from './time-check.ts'

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
  const proven = await recognise(verdict, proving, deps)
  if (typeof proven === 'string') return refuseUnchanged(attempt, proven, deps)
  return settle(attempt, { ...verdict, proven }, deps)
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

type Accepted = Extract<EvmSignatureVerdict, { ok: true }>

/**
 * A contract is linked as a Safe only if the Safe's listed owners signed. Anything else that it accepts proves only
 * that the contract says so, and nothing about its owners.
 */
async function recognise(
  { proven, acceptedHash, signature }: Accepted,
  { runExclusive }: Proving,
  { multisigs, store, now }: LinkingDeps,
): Promise<ProvenEvmWallet | 'busy' | 'evm-chain-unreachable'> {
  if (proven.kind !== 'contract' || acceptedHash === null) return proven
  const { address, chainId } = proven
  const recognition = await runExclusive(() => multisigs.at({ family: 'evm', address, chainId }))
  if (recognition === 'busy') return recognition
  if (recognition.unreachable.length > 0) return 'evm-chain-unreachable'
  const safe = recognition.found.find((multisig) => multisig.family === 'evm')
  if (!safe) return proven
  const accepted = { hash: acceptedHash, signature: encodeHex(signature) }
  const isByOwners = await isSignedByOwners(safe, accepted)
  await store.noteAcceptance(safe.id, isByOwners ? 'owners' : 'others', now())
  return isByOwners ? { ...proven, kind: 'safe' } : proven
}
