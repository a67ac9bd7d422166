import type { ShownRule } from '#shared/door-rule.ts'
import { FAMILIES, type Family } from '#shared/wallet.ts'

/** Families of the wallets that can meet a rule. */
export function getRuleFamilies(rule: ShownRule | null): readonly Family[] {
  if (rule?.kind === 'owner') return [rule.multisig.family]
  return rule?.kind === 'wallet' && rule.family !== null ? [rule.family] : FAMILIES
}
