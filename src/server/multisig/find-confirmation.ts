import type { StoredCosigning, StoredConfirmation } from '../store/multisigs/cosigning-rows.ts'

/** This member's confirmation in the cosigning, as any of its owners. */
export function findConfirmation(
  { confirmations }: Pick<StoredCosigning, 'confirmations'>,
  userId: string,
): StoredConfirmation | undefined {
  return confirmations.find(({ user }) => user?.id === userId)
}
