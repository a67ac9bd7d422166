import type { Unreachable } from '#proof/chain.ts'
import { encodeHex } from '#shared/hex.ts'
import { textHash } from '#shared/safe-message.ts'
import { acceptedEvidence } from '../store/rows/wallet-rows.ts'
import type { SignedCosigning, StoredCosigning } from '../store/rows/cosigning-rows.ts'
import { judgeAcceptance } from '../proofs/judge-acceptance.ts'
import { complete, type LinkDeps } from './complete.ts'

/** A cosigning as it then is, and its account's verdict. */
export type Tried = { cosigning: StoredCosigning; verdict: 'accepted' | 'refused' | Unreachable }

/**
 * Asks the Safe whether it accepts this signature of the cosigning's text (ERC-1271). If it does, links the Safe to the
 * starter, whom the text names: as a Safe if its listed owners of the same block signed, as a contract otherwise.
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
  const { chainId, address } = multisig
  const query = { address, hash: textHash(message), signature: encodeHex(signature) }
  const answer = await deps.evmChains.readAcceptance(chainId, query)
  if (answer === 'unreachable') return { cosigning, verdict: answer }
  const isBehind = answer.block.number < (multisig.block?.number ?? 0)
  if (isBehind) return { cosigning, verdict: 'unreachable' }
  if (answer.verdict === 'refused') return { cosigning, verdict: answer.verdict }
  const { block } = answer
  const safe = await deps.multisigs.readAt({ chainId, address }, block)
  // If it has changed since its last reading, it is tried again with the next one.
  if (typeof safe === 'string' || !safe.canSign) return { cosigning, verdict: 'unreachable' }
  const { proven, proof, by } = await judgeAcceptance(
    { message, signature, block },
    {
      account: { chainId, address },
      safe,
      telegramId: starter.telegramId,
      ...(owners && { signers: owners }),
    },
  )
  await deps.store.noteAcceptance(safe.id, by, deps.now())
  const evidence = acceptedEvidence({ ...query, owners: safe.owners })
  const links = [{ userId: starter.id, evidence, proof }]
  const completed = await complete(cosigning, { proven, ...(owners && { owners }), links }, deps)
  return { cosigning: completed, verdict: answer.verdict }
}
