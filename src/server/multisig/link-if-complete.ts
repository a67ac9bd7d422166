import type { ProvenWallet } from '#shared/proven-wallet.ts'
import type { Binding } from '#shared/wallet.ts'
import { toQuorumEvidence } from '../proofs/quorum-evidence.ts'
import type {
  SignedCosigning,
  StoredCosigning,
  StoredConfirmation,
} from '../store/rows/cosigning-rows.ts'
import type { StoredMultisig } from '../store/database/stored.ts'
import { getCurrentConfirmations, withReading } from './cosignings.ts'
import { checkCoSignatures, type CoSignature } from './co-signatures.ts'
import { complete, noteProblem, type LinkDeps } from './complete.ts'
import type { Refreshed } from './multisigs.ts'
import { tryBundle } from './try-bundle.ts'
import type { ReadMultisig } from '../chains/read-multisig.ts'

/**
 * Links the multisig if enough of its current owners have confirmed for its current threshold. Returns the cosigning as
 * it then is, or as it was if its chain does not answer.
 *
 * @param refreshed what its chain has just shown · `verified`: the signature with which it was just confirmed
 */
export async function linkIfComplete(
  cosigning: StoredCosigning,
  refreshed: Refreshed & { verified?: CoSignature | null },
  deps: LinkDeps,
): Promise<StoredCosigning> {
  const { multisig, state, verified = null } = refreshed
  if (cosigning.state !== 'open' || state === 'unreachable') return cosigning
  if (state === 'gone') return noteProblem(cosigning, 'multisig-not-found', deps)
  const current = withReading(cosigning, multisig)
  return current.method === 'signatures'
    ? linkBySignatures(current, verified, deps)
    : linkByAgreements(current, deps)
}

async function linkBySignatures(
  cosigning: SignedCosigning,
  verified: CoSignature | null,
  deps: LinkDeps,
): Promise<StoredCosigning> {
  const { multisig, message, confirmations } = cosigning
  const { owners, threshold } = multisig
  // Recovering the signers is costly, so it waits until there are enough confirmations.
  if (getCurrentConfirmations(cosigning).length < threshold)
    return noteProblem(cosigning, null, deps)
  const { bundle, counted } = checkCoSignatures({
    safe: multisig,
    text: message,
    owners,
    threshold,
    signatures: confirmations.map(({ signature }) => signature),
    verified,
  })
  if (bundle === null) return noteProblem(cosigning, null, deps)
  const signers = counted.slice(0, threshold).map(({ owner }) => owner)
  const tried = await tryBundle(cosigning, { signature: bundle, owners: signers }, deps)
  return tried.verdict === 'refused'
    ? noteProblem(tried.cosigning, 'evm-contract-refused', deps)
    : tried.cosigning
}

async function linkByAgreements(
  cosigning: StoredCosigning,
  deps: LinkDeps,
): Promise<StoredCosigning> {
  const { multisig } = cosigning
  const quorum = findQuorum(cosigning.confirmations, multisig)
  if (quorum === null) return noteProblem(cosigning, null, deps)
  // Evidence of a Safe names its block. It is tried again, as if the owners could not be read.
  if (multisig.family === 'evm' && multisig.block === undefined) return cosigning
  const { owners, members } = quorum
  const counted = cosigning.confirmations.filter(({ owner }) => owners.includes(owner))
  const links = members.map(({ userId, own }) => ({
    userId,
    evidence: { kind: 'agreements' as const, owners, own },
    proof: toQuorumEvidence(counted, multisig, userId),
  }))
  const proven = provenBy(quorum, multisig)
  return complete(cosigning, { proven, links }, deps)
}

function provenBy({ binding }: ReachedQuorum, multisig: StoredMultisig): ProvenWallet {
  const proven = { address: multisig.address, level: 'quorum', keySource: 'owners' } as const
  if (multisig.family === 'evm') {
    const { family, kind, chainId } = multisig
    return { ...proven, family, kind, chainId, binding: 'text' }
  }
  const { family, kind, network } = multisig
  return { ...proven, family, kind, network, binding }
}

/** Enough owners who have agreed, for the threshold. */
type ReachedQuorum = {
  owners: readonly string[]
  /** The weakest of their bindings. */
  binding: Extract<Binding, 'domain' | 'text'>
  /** Each member who agreed, and as which owner. A member who confirmed as several owners counts as the first. */
  members: readonly { userId: string; own: string }[]
}

/** The agreements that count: those that members gave as current owners. Null while there are too few. */
export function findQuorum(
  confirmations: readonly StoredConfirmation[],
  multisig: ReadMultisig,
): ReachedQuorum | null {
  const counted = confirmations.filter(({ owner, user }) => user && multisig.owners.includes(owner))
  if (counted.length < multisig.threshold) return null
  const members = new Map<string, string>()
  for (const { owner, user } of counted)
    if (user && !members.has(user.id)) members.set(user.id, owner)
  return {
    owners: counted.map(({ owner }) => owner),
    binding: counted.every(({ binding }) => binding === 'text') ? 'text' : 'domain',
    members: [...members].map(([userId, own]) => ({ userId, own })),
  }
}
