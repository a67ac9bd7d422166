import type { ProvenWallet } from '#shared/wallet.ts'
import type { SignedCollection, StoredCollection, StoredMultisig } from '../store/multisig-store.ts'
import { currentWords } from '../current-words.ts'
import { checkCoSignatures } from '../verify/co-signatures.ts'
import { complete } from './complete.ts'
import type { Refreshed } from './multisigs.ts'
import { noteProblem } from './note-problem.ts'
import { type Quorum, quorumOf } from './quorum-of.ts'
import type { SettlementDeps } from './settlement-deps.ts'
import { tryBundle } from './try-bundle.ts'
import { withReading } from './with-reading.ts'

/**
 * Links what can be linked with the words that are there: of those who are owners now, as many as must agree now.
 * Answers the collection as it then is; where its chain does not answer, as it was.
 *
 * @param refreshed what its chain has just shown
 */
export async function settle(
  collection: StoredCollection,
  refreshed: Refreshed,
  deps: SettlementDeps,
): Promise<StoredCollection> {
  const { multisig, state } = refreshed
  if (collection.state !== 'open' || state === 'unreachable') return collection
  if (state === 'gone') return noteProblem(collection, 'multisig-not-found', deps)
  const current = withReading(collection, multisig)
  return current.method === 'signatures'
    ? settleSignatures(current, deps)
    : settleAgreements(current, deps)
}

async function settleSignatures(
  collection: SignedCollection,
  deps: SettlementDeps,
): Promise<StoredCollection> {
  const { multisig, message, words } = collection
  const { owners, threshold } = multisig
  // Who signed what is not worked out anew at each word, as long as they are too few anyway.
  if (currentWords(collection).length < threshold) return noteProblem(collection, null, deps)
  const { bundle, counted } = await checkCoSignatures({
    safe: multisig,
    text: message,
    owners,
    threshold,
    signatures: words.map(({ signature }) => signature),
  })
  if (bundle === null) return noteProblem(collection, null, deps)
  const signers = counted.slice(0, threshold).map(({ owner }) => owner)
  const tried = await tryBundle(collection, { signature: bundle, owners: signers }, deps)
  return tried.verdict === 'refused'
    ? noteProblem(tried.collection, 'evm-contract-refused', deps)
    : tried.collection
}

async function settleAgreements(
  collection: StoredCollection,
  deps: SettlementDeps,
): Promise<StoredCollection> {
  const quorum = quorumOf(collection.words, collection.multisig)
  if (quorum === null) return noteProblem(collection, null, deps)
  const { owners, members } = quorum
  const links = members.map(({ userId, own }) => ({
    userId,
    evidence: { kind: 'agreements' as const, owners, own },
  }))
  const proven = provenBy(quorum, collection.multisig)
  return complete(collection, { proven, signature: new Uint8Array(), links }, deps)
}

function provenBy({ binding }: Quorum, multisig: StoredMultisig): ProvenWallet {
  const proven = { address: multisig.address, level: 'quorum', keySource: 'owners' } as const
  if (multisig.family === 'evm') {
    const { family, kind, chainId } = multisig
    return { ...proven, family, kind, chainId, binding: 'text' }
  }
  const { family, kind, network } = multisig
  return { ...proven, family, kind, network, binding }
}
