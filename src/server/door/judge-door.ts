import type { DoorRule } from '#shared/door-rule.ts'
import type { JoinReason } from '#shared/join.ts'
import type { Family } from '#shared/wallet.ts'
import { isRecent } from '../multisig/is-recent.ts'
import { signsFor } from '../multisig/signs-for.ts'
import type { EpochMs, StoredMultisig, StoredWallet } from '../store/database/stored.ts'

/** Oldest reading of a multisig by which its owners are let in, in milliseconds. */
export const DOOR_READING_MAX_AGE_MS = 60_000

/** An account's chain. EVM: `chainId` is null for a key, and for the family as such. */
type WalletPlace = { family: 'ton'; network: string } | { family: 'evm'; chainId: number | null }

/** Whether the operator offers wallets there. */
export type Accepts = (place: WalletPlace) => boolean

/** A multisig, and whether its chain has shown none at its address since the reading. */
export type DoorMultisig = { multisig: StoredMultisig; isMissing: boolean }

/** What is known of the person and the chain. */
export type DoorFacts = {
  wallets: readonly StoredWallet[]
  /** Of an `owner` rule; undefined where none is known. */
  owned: DoorMultisig | undefined
  accepts: Accepts
}

/** `waits`: it may still become true by itself or by the person · `people`: only administrators can decide. */
export type DoorVerdict =
  | { verdict: 'qualifies'; wallet: StoredWallet }
  | { verdict: 'waits'; why: Extract<JoinReason, 'no-wallet' | 'reading' | 'host'> }
  | { verdict: 'people'; why: Extract<JoinReason, 'rule-unknown' | 'multisig-unsure'> }

/**
 * Whether the door opens by itself. Every doubt is a reason not to.
 *
 * @param rule null for one that this build cannot read
 */
export function judgeDoor(rule: DoorRule | null, facts: DoorFacts, now: EpochMs): DoorVerdict {
  const known = judgeKnown(rule, facts)
  const isOld = rule?.kind === 'owner' && known.verdict !== 'people' && isReadingOld(facts, now)
  return isOld ? { verdict: 'waits', why: 'reading' } : known
}

/**
 * The same by the last reading of a multisig, however old it is. It lets nobody in; who was let in before and proves anew stays until
 * the next reading, which comes within the hour.
 */
export function judgeKnown(rule: DoorRule | null, facts: DoorFacts): DoorVerdict {
  switch (rule?.kind) {
    case undefined:
      return UNKNOWN
    case 'host':
      return { verdict: 'waits', why: 'host' }
    case 'owner':
      return judgeOwner(facts)
    case 'wallet':
      if (rule.family !== null && !isOffered(rule.family, facts)) return UNKNOWN
      return letIn(listHolding(facts).find((wallet) => meets(wallet, rule)))
  }
}

const UNKNOWN: DoorVerdict = { verdict: 'people', why: 'rule-unknown' }

function judgeOwner({ owned, ...facts }: DoorFacts): DoorVerdict {
  if (owned === undefined || !facts.accepts(owned.multisig)) return UNKNOWN
  const { multisig, isMissing } = owned
  if (isMissing || multisig.isBypassed) return { verdict: 'people', why: 'multisig-unsure' }
  return letIn(listHolding(facts).find((wallet) => signsFor(wallet, multisig)))
}

function isReadingOld({ owned }: DoorFacts, now: EpochMs): boolean {
  if (owned === undefined) return false
  return !isRecent(owned.multisig, { maxAgeMs: DOOR_READING_MAX_AGE_MS, now })
}

function letIn(wallet: StoredWallet | undefined): DoorVerdict {
  return wallet ? { verdict: 'qualifies', wallet } : { verdict: 'waits', why: 'no-wallet' }
}

/** Wallets of chains that are offered, whose proof holds. */
function listHolding({ wallets, accepts }: Omit<DoorFacts, 'owned'>): StoredWallet[] {
  return wallets.filter((wallet) => wallet.staleAt === null && accepts(wallet))
}

function meets(
  wallet: StoredWallet,
  { family, level, binding }: Extract<DoorRule, { kind: 'wallet' }>,
): boolean {
  return (
    (family === null || wallet.family === family) &&
    (level === null || wallet.level === level) &&
    (binding === null || wallet.binding === binding)
  )
}

/** Whether the operator offers wallets of the family at all. */
export function isOffered(family: Family, { accepts }: Pick<DoorFacts, 'accepts'>): boolean {
  return family === 'ton' || accepts({ family, chainId: null })
}
