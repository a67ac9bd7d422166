import type { EvmProof } from '#shared/api/submit-proof.ts'
import type { Attempt } from '#shared/attempt.ts'
import type { ProvenEvmWallet } from '#shared/wallet.ts'
import { exclusiveEvmChains } from '../chains/exclusive-chains.ts'
import { encodeHex } from '../verify/encode-hex.ts'
import { type EvmSignatureVerdict, verifyEvmSignature } from '../verify/evm-signature.ts'
import { isSignedByOwners } from '../verify/safe-signers.ts'
import type { HttpDeps } from './http-deps.ts'
import { proveEvmConfirmation } from './prove-evm-confirmation.ts'
import type { ProofInput } from './proving.ts'
import { refuse, type Reply } from './reply.ts'
import { refuseProof, refuseUnchanged, settleProof } from './settle-proof.ts'
import { timeCheck } from './time-check.ts'

/** Accepts only a signature of the message that the server wrote for the attempt's account. */
export async function proveEvm(
  proving: ProofInput,
  { signature }: EvmProof,
  deps: HttpDeps,
): Promise<Reply<Attempt>> {
  const { attempt, runExclusive } = proving
  const { evmChains, metrics } = deps
  if (evmChains === null) return refuse('evm-off')
  const { message, account, cosign } = attempt
  if (message === null || account?.family !== 'evm') return refuse('evm-account-missing')
  // The operator has removed the chain since; a retry cannot succeed either.
  if (!evmChains.ids.includes(account.chainId)) return refuse('evm-chain-unsupported')
  const signed = { message, account, signature }
  if (cosign) return proveEvmConfirmation(proving, { ...signed, cosign, chains: evmChains }, deps)
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
  return settleProof(attempt, { ...verdict, proven }, deps)
}

type Accepted = Extract<EvmSignatureVerdict, { ok: true }>

/**
 * A contract is linked as a Safe only if the Safe's listed owners signed. Anything else that it accepts proves only
 * that the contract says so, and nothing about its owners.
 */
async function recognise(
  { proven, acceptedHash, signature }: Accepted,
  { runExclusive }: ProofInput,
  { multisigs, store, now }: HttpDeps,
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
