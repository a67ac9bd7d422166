import { textHash } from '#shared/safe-message.ts'
import { acceptedEvidence } from '../accepted-evidence.ts'
import type { SignedCosigning, StoredCosigning } from '../store/multisig-store.ts'
import { encodeHex } from '../verify/encode-hex.ts'
import { isSignedByOwners } from '../verify/safe-signers.ts'
import type { Unreachable } from '../verify/evm-chain.ts'
import { complete } from './complete.ts'
import type { LinkDeps } from './link-deps.ts'

/** A cosigning as it then is, and what its account said. */
export type Tried = { cosigning: StoredCosigning; verdict: 'accepted' | 'refused' | Unreachable }

/**
 * Asks the Safe whether it accepts this signature of the cosigning's text (ERC-1271), and links it to the starter, whom
 * the text names, if it does: as a Safe where its listed owners signed, as a contract otherwise.
 *
 * @param bundle its signature is empty where the owners have signed on the chain; owners: whose confirmations here it is made
 * of, none of which may have been taken back in the end
 */
export async function tryBundle(
  cosigning: SignedCosigning,
  { signature, owners = [] }: { signature: Uint8Array; owners?: readonly string[] },
  deps: LinkDeps,
): Promise<Tried> {
  const { multisig, message, starter } = cosigning
  if (deps.evmChains === null) return { cosigning, verdict: 'unreachable' }
  // With another handler than a published one, it is not its owners who say yes.
  if (!multisig.canSign) return { cosigning, verdict: 'refused' }
  const { family, chainId, address } = multisig
  const hash = textHash(message)
  const question = { address, hash, signature: encodeHex(signature) }
  const verdict = await deps.evmChains.isValidSignature(chainId, question)
  if (verdict !== 'accepted') return { cosigning, verdict }
  const isByOwners = await isSignedByOwners(multisig, question)
  await deps.store.noteAcceptance(multisig.id, isByOwners ? 'owners' : 'others', deps.now())
  const evidence = acceptedEvidence({ hash, signature, owners: multisig.owners })
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
      signature,
      owners,
      links: [{ userId: starter.id, evidence }],
    },
    deps,
  )
  return { cosigning: completed, verdict }
}
