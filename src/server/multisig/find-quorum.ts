import type { Binding } from '#shared/wallet.ts'
import type { StoredConfirmation } from '../store/multisigs/cosigning-rows.ts'
import type { ReadMultisig } from '../verify/multisig.ts'

/** Enough owners who have agreed, for the threshold. */
export type Quorum = {
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
): Quorum | null {
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
