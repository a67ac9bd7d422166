import type { DoorRule, ShownRule } from '#shared/door-rule.ts'
import type { Multisig } from '#shared/multisig.ts'

/** What an administrator has chosen on the form so far: what belongs to another kind stays, in case they come back. */
export type DoorDraft = {
  kind: DoorRule['kind']
  wallet: Omit<Extract<DoorRule, { kind: 'wallet' }>, 'kind'>
  /** Null until one is chosen. */
  multisig: Multisig | null
  tags: boolean
}

/** @param set the door as it is; null where it is off */
export function beginDraft(set: { rule: ShownRule | null; tags: boolean } | null): DoorDraft {
  const rule = set?.rule ?? null
  const any = { family: null, level: null, binding: null }
  return {
    kind: rule?.kind ?? 'wallet',
    wallet:
      rule?.kind === 'wallet'
        ? { family: rule.family, level: rule.level, binding: rule.binding }
        : any,
    multisig: rule?.kind === 'owner' ? rule.multisig : null,
    tags: set?.tags ?? false,
  }
}

export function isSame(one: DoorDraft, other: DoorDraft): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Null as long as something is missing. */
export function toRule({ kind, wallet, multisig }: DoorDraft): DoorRule | null {
  if (kind === 'wallet') return { kind, ...wallet }
  if (kind === 'host') return { kind }
  return multisig === null ? null : { kind, multisigId: multisig.id }
}
