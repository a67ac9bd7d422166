import type { AskedStatus } from '../proof/proof-status.ts'
import type { Facts } from '../proof/verdict.ts'
import type { Wording } from './write-verdict.ts'

/** What the site of a proof answered, in a sentence or two that say whose word it is. */
export function writeStatus(
  asked: AskedStatus,
  { site: { domain } }: Pick<Facts, 'site'>,
  { messages: { status: sentences }, time, quote }: Wording,
): string {
  const site = quote(domain)
  switch (asked.status) {
    case 'linked':
    case 'stale':
    case 'ended': {
      const since = time(Date.parse(asked.since) / 1_000)
      return `${sentences[asked.status]({ site, since })} ${sentences.word}`
    }
    case 'unknown':
      return `${sentences.unknown(site)} ${sentences.word}`
    default:
      return sentences[asked.status](site)
  }
}
