import { textHash } from '#shared/safe-message.ts'
import type { StoredCollection } from '../store/multisig-store.ts'
import { encodeHex } from '../verify/encode-hex.ts'
import type { Unreachable } from '../verify/evm-chain.ts'
import { complete } from './complete.ts'
import type { SettlementDeps } from './settlement-deps.ts'

type Tried = { collection: StoredCollection; verdict: 'accepted' | 'refused' | Unreachable }

/**
 * Asks the Safe whether it accepts this signature of the collection's text (ERC-1271), and links it to the starter, whom
 * the text names, if it does.
 *
 * @param signature empty where the owners have signed on the chain
 */
export async function tryBundle(
  collection: StoredCollection,
  signature: Uint8Array,
  deps: SettlementDeps,
): Promise<Tried> {
  const { multisig, message, starter } = collection
  if (multisig.family !== 'evm' || message === null || deps.evmChains === null)
    return { collection, verdict: 'unreachable' }
  // With another handler than a published one, it is not its owners who say yes.
  if (!multisig.canSign) return { collection, verdict: 'refused' }
  const { family, kind, chainId, address } = multisig
  const question = { hash: textHash(message), signature: encodeHex(signature) }
  const verdict = await deps.evmChains.isValidSignature(chainId, { address, ...question })
  if (verdict !== 'accepted') return { collection, verdict }
  const completed = await complete(
    collection,
    {
      proven: {
        family,
        kind,
        chainId,
        address,
        level: 'account',
        binding: 'hash',
        keySource: 'contract',
      },
      signature,
      links: [{ userId: starter.id, evidence: { kind: 'signature', ...question } }],
    },
    deps,
  )
  return { collection: completed, verdict }
}
