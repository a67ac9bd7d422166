import type { StoredCosigning, StoredConfirmation } from '../store/multisigs/cosigning-rows.ts'

/** Confirmations of current owners; confirmations of former owners do not count. */
export function getCurrentConfirmations({
  confirmations,
  multisig,
}: StoredCosigning): StoredConfirmation[] {
  return confirmations.filter(({ owner }) => multisig.owners.includes(owner))
}
