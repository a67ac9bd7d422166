import type { Cosigning } from '#shared/multisig.ts'

/**
 * Addresses of the owners as whom the member can confirm: their own, also one that has signed without a name; for a
 * member without one, those that have not confirmed.
 */
export function getNeededOwners(owners: Cosigning['owners']): string[] {
  const own = owners.filter(({ mine }) => mine)
  const needed = own.length > 0 ? own : owners.filter(({ signed }) => !signed)
  return needed.map(({ address }) => address)
}
