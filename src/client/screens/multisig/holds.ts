import type { MultisigDetail } from '#shared/multisig.ts'

/** Whether the member has proven the multisig itself, and this holds: being one of its owners does not count. */
export function holds({ level }: Pick<MultisigDetail, 'level'>): boolean {
  return level === 'account' || level === 'quorum'
}
