import type { Evidence, KeyEvidence, Quorum } from './document.ts'

/** Unix time in seconds, and by whose clock. `site`: the operator's, or that of the device that showed the site. */
export type SigningTime = { seconds: number; clock: 'wallet' | 'site' }

type Shown = Extract<Quorum['agreements'][number], { evidence: KeyEvidence }>

const MILLISECONDS = 1_000

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
      // An EIP-4361 message starts with its domain.
      return evidence.message.split(' ', 1)[0] ?? ''
  }
}

/** When it was signed; for a quorum, when the last one agreed. */
export function getTime(evidence: Evidence): SigningTime {
  switch (evidence.type) {
    case 'ton-proof':
    case 'ton-text':
      return { seconds: evidence.timestamp, clock: 'wallet' }
    case 'quorum':
      return getShown(evidence)
        .map((one) => getTime(one.evidence))
        .reduce((last, time) => (time.seconds > last.seconds ? time : last))
    default: {
      const [, issued = ''] = /^Issued At: (.+)$/m.exec(evidence.message) ?? []
      return { seconds: Math.floor(Date.parse(issued) / MILLISECONDS), clock: 'site' }
    }
  }
}
