import { textHash } from '#shared/safe-message.ts'
import { acceptedEvidence } from '../accepted-evidence.ts'
import type { SignedCollection, StoredCollection } from '../store/multisig-store.ts'
import { encodeHex } from '../verify/encode-hex.ts'
import { isSignedByOwners } from '../verify/safe-signers.ts'
import type { Unreachable } from '../verify/evm-chain.ts'
import { complete } from './complete.ts'
import type { SettlementDeps } from './settlement-deps.ts'

/** A collection as it then is, and what its account said. */
export type Tried = { collection: StoredCollection; verdict: 'accepted' | 'refused' | Unreachable }

/**
 * Asks the Safe whether it accepts this signature of the collection's text (ERC-1271), and links it to the starter, whom
 * the text names, if it does: as a Safe where its listed owners signed, as a contract otherwise.
 *
 * @param bundle its signature is empty where the owners have signed on the chain; owners: whose words here it is made
 * of, none of which may have been taken back in the end
 */
export async function tryBundle(
  collection: SignedCollection,
  { signature, owners = [] }: { signature: Uint8Array; owners?: readonly string[] },
  deps: SettlementDeps,
): Promise<Tried> {
  const { multisig, message, starter } = collection
  if (deps.evmChains === null) return { collection, verdict: 'unreachable' }
  // With another handler than a published one, it is not its owners who say yes.
  if (!multisig.canSign) return { collection, verdict: 'refused' }
  const { family, chainId, address } = multisig
  const hash = textHash(message)
  const question = { address, hash, signature: encodeHex(signature) }
  const verdict = await deps.evmChains.isValidSignature(chainId, question)
  if (verdict !== 'accepted') return { collection, verdict }
  const isByOwners = await isSignedByOwners(multisig, question)
  await deps.store.noteAcceptance(multisig.id, isByOwners ? 'owners' : 'others', deps.now())
  const evidence = acceptedEvidence({ hash, signature, owners: multisig.owners })
  const completed = await complete(
    collection,
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
  return { collection: completed, verdict }
}
