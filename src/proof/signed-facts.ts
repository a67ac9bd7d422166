import type { Evidence, KeyEvidence, Quorum } from './document.ts'
import { readMessageDomain, readMessageTimes } from './evm/sign-in-message.ts'
import { readTonTextTimes } from './ton/ton-text.ts'

/**
 * Whose word site and time are. Whoever signs can make up each of them: `wallet`, what was signed beside the payload or
 * text · `message`, the text that was signed · `owners`, those of a multisig who agreed.
 */
export type StatedBy = 'wallet' | 'message' | 'owners'

/** Unix times in seconds, as evidence states them. */
export type StatedTimes = {
  signed: number
  /** From when to when the signed text says that it holds; null where it has no such lines. */
  holds: { from: number; to: number } | null
}

type Shown = Extract<Quorum['agreements'][number], { evidence: KeyEvidence }>
type Signed = Exclude<Evidence, Quorum>

/** The agreements of owners who show who they are. */
export function getShown({ agreements }: Quorum): Shown[] {
  return agreements.filter((one) => 'evidence' in one)
}

/** The domain that evidence is for. The agreements of a quorum have one domain in common. */
export function getDomain(evidence: Evidence): string {
  switch (evidence.type) {
    case 'ton-proof':
    case 'ton-text':
      return evidence.domain
    case 'quorum':
      return getShown(evidence).map((one) => getDomain(one.evidence))[0] ?? ''
    default:
      return readMessageDomain(evidence.message)
  }
}

/** The times of each signature: one, or that of each owner of a quorum who is shown. */
export function getTimes(evidence: Evidence): StatedTimes[] {
  return evidence.type === 'quorum'
    ? getShown(evidence).map((one) => readTimes(one.evidence))
    : [readTimes(evidence)]
}

/** When it was signed, in Unix seconds; for a quorum, when the last one agreed. */
export function getTime(evidence: Evidence): number {
  return Math.max(...getTimes(evidence).map(({ signed }) => signed))
}

function readTimes(evidence: Signed): StatedTimes {
  switch (evidence.type) {
    case 'ton-proof':
      return { signed: evidence.timestamp, holds: null }
    case 'ton-text':
      return { signed: evidence.timestamp, holds: readTonTextTimes(evidence.text) }
    default: {
      const holds = readMessageTimes(evidence.message)
      return { signed: holds.from, holds }
    }
  }
}
