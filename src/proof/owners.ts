import type { NoMultisig, ReadOwners, Unreachable } from './chain.ts'
import { type Check, type CheckName, checkThat, isRefusal, open } from './check.ts'

/** What a document says of a multisig. */
type ClaimedOwners = {
  owners: readonly string[]
  threshold: number
  /** Those who signed or agreed. */
  signers: readonly string[]
}

/** How many owners signed or agreed, of how many, and how many a multisig needs. */
export type OwnersCount = { signed: number; of: number; needed: number }

/** `now`: as the chain counts them at its latest block; null where it did not say. */
export type CheckedOwners = { checks: Check[]; now: OwnersCount | null }

type ChainAnswer = ReadOwners | NoMultisig | Unreachable

/**
 * Compares a multisig with its chain: at the block of the document, and now. Nothing answers for the time of the
 * document where it names no block.
 */
export function checkOwners(
  claimed: ClaimedOwners,
  [atBlock, latest]: readonly [atBlock: ChainAnswer, latest: ChainAnswer],
): CheckedOwners {
  const check = judge('owners', atBlock, (read) => (isSame(claimed, read) ? null : 'owners-differ'))
  if (isRefusal(check)) return { checks: [check], now: null }
  const ofNow = judge('owners-now', latest, (read) =>
    countSigners(claimed, read) >= read.threshold ? null : 'owners-changed',
  )
  return { checks: [check, ofNow], now: typeof latest === 'string' ? null : count(claimed, latest) }
}

function judge(
  check: CheckName,
  answer: ChainAnswer,
  whyNot: (read: ReadOwners) => 'owners-differ' | 'owners-changed' | null,
): Check {
  if (answer === 'unreachable') return open(check)
  return checkThat(check, typeof answer === 'string' ? 'owners-differ' : whyNot(answer))
}

/** The chain lists owners in an order of its own. */
function isSame({ owners, threshold }: ClaimedOwners, read: ReadOwners): boolean {
  return (
    threshold === read.threshold &&
    owners.length === read.owners.length &&
    owners.every((owner) => read.owners.includes(owner))
  )
}

function count(claimed: ClaimedOwners, read: ReadOwners): OwnersCount {
  return { signed: countSigners(claimed, read), of: read.owners.length, needed: read.threshold }
}

function countSigners({ signers }: ClaimedOwners, { owners }: ReadOwners): number {
  return signers.filter((signer) => owners.includes(signer)).length
}
