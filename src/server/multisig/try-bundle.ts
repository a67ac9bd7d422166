import { textHash } from '#shared/safe-message.ts'
import { acceptedEvidence } from '../store/linking/wallet-rows.ts'
import type { SignedCosigning, StoredCosigning } from '../store/multisigs/cosigning-rows.ts'
import { toContractEvidence, toSafeEvidence } from '../proofs/evidence.ts'
import { encodeHex } from '../verify/bytes.ts'
import { areEnoughOwners, safeSigners } from '../verify/safe-signers.ts'
import type { Unreachable } from '../verify/evm-chain.ts'
import { complete, type LinkDeps } from './complete.ts'

/** A cosigning as it then is, and its account's verdict. */
export type Tried = { cosigning: StoredCosigning; verdict: 'accepted' | 'refused' | Unreachable }

/**
 * Asks the Safe whether it accepts this signature of the cosigning's text (ERC-1271). If it does, links the Safe to the
 * starter, whom the text names: as a Safe if its listed owners signed, as a contract otherwise.
 *
 * @param bundle `signature`: empty if the owners signed on the chain · `owners`: those whose confirmations here make up
 * the signature, recovered from it; none of these confirmations may be withdrawn before the link is written. @default
 * the signature comes from elsewhere, and its signers are recovered
 */
export async function tryBundle(
  cosigning: SignedCosigning,
  { signature, owners }: { signature: Uint8Array; owners?: readonly string[] },
  deps: LinkDeps,
): Promise<Tried> {
  const { multisig, message, starter } = cosigning
  if (deps.evmChains === null) return { cosigning, verdict: 'unreachable' }
  // With a handler that is not a published one, an acceptance does not come from the owners.
  if (!multisig.canSign) return { cosigning, verdict: 'refused' }
  const { family, chainId, address } = multisig
  const hash = textHash(message)
  const question = { address, hash, signature: encodeHex(signature) }
  const answer = await deps.evmChains.readAcceptance(chainId, question)
  if (answer === 'unreachable') return { cosigning, verdict: answer }
  if (answer.verdict === 'refused') return { cosigning, verdict: answer.verdict }
  const signers = owners ?? safeSigners(multisig, question, multisig.threshold)
  const isByOwners = areEnoughOwners(multisig, signers)
  await deps.store.noteAcceptance(multisig.id, isByOwners ? 'owners' : 'others', deps.now())
  const evidence = acceptedEvidence({ ...question, owners: multisig.owners })
  const accepted = { message, signature, block: answer.block }
  const proof = isByOwners
    ? toSafeEvidence(multisig, accepted, signers)
    : toContractEvidence(accepted)
  const completed = await complete(
    cosigning,
    {
      proven: {
        family,
        kind: isByOwners ? 'safe' : 'contract',
        chainId,
        address,
        level: 'account',
        binding: 'hash',
        keySource: 'contract',
      },
      ...(owners && { owners }),
      links: [{ userId: starter.id, evidence, proof }],
    },
    deps,
  )
  return { cosigning: completed, verdict: answer.verdict }
}
