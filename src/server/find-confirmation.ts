import type { StoredCosigning, StoredConfirmation } from './store/multisig-store.ts'

/** What this member has said in the cosigning, as whichever owner. */
export function findConfirmation(
  { confirmations }: Pick<StoredCosigning, 'confirmations'>,
  userId: string,
): StoredConfirmation | undefined {
  return confirmations.find(({ user }) => user?.id === userId)
}
