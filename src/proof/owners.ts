import type { ReadOwners, Unanswered } from './chain.ts'
import { type Check, type CheckName, checkThat, isRefusal, needsChain } from './check.ts'

/** What a document says of a multisig. */
type ClaimedOwners = {
  owners: readonly string[]
  threshold: number
  /** Those who signed or agreed. */
  signers: readonly string[]
}

type Answer = ReadOwners | Unanswered

/** Compares a multisig with its chain: at the block of the document, and now. */
export function checkOwners(
  claimed: ClaimedOwners,
  [atBlock, latest]: readonly [atBlock: Answer, latest: Answer],
): Check[] {
  const check = judge('owners', atBlock, (read) => (isSame(claimed, read) ? null : 'owners-differ'))
  if (isRefusal(check)) return [check]
  return [
    check,
    judge('owners-now', latest, (read) => (isEnough(claimed, read) ? null : 'owners-changed')),
  ]
}

type Owners = Exclude<ReadOwners, 'none'>

function judge(
  check: CheckName,
  answer: Answer,
  whyNot: (read: Owners) => 'owners-differ' | 'owners-changed' | null,
): Check {
  if (answer === 'unanswered') return needsChain(check)
  return checkThat(check, answer === 'none' ? 'owners-differ' : whyNot(answer))
}

/** The chain lists owners in an order of its own. */
function isSame({ owners, threshold }: ClaimedOwners, read: Owners): boolean {
  return (
    threshold === read.threshold &&
    owners.length === read.owners.length &&
    owners.every((owner) => read.owners.includes(owner))
  )
}

function isEnough({ signers }: ClaimedOwners, { owners, threshold }: Owners): boolean {
  return signers.filter((signer) => owners.includes(signer)).length >= threshold
}
