import type { MultisigDetail } from '#shared/multisig.ts'

/** Whether the member has a valid proof of the multisig itself. Being one of its owners does not count. */
export function holds({ level }: Pick<MultisigDetail, 'level'>): boolean {
  return level === 'account' || level === 'quorum'
}
