import type { StoredCosigning, StoredConfirmation } from './store/multisig-store.ts'

/** Confirmations of whoever is an owner now: the others count for nothing. */
export function getCurrentConfirmations({
  confirmations,
  multisig,
}: StoredCosigning): StoredConfirmation[] {
  return confirmations.filter(({ owner }) => multisig.owners.includes(owner))
}
