import * as v from 'valibot'
import { isLoopback } from './site.ts'
import type { Facts } from './verdict.ts'

/**
 * What the site of a proof answers of its link. `linked`: the wallet is linked, with this proof · `stale`: linked, and what
 * proved it does not hold now · `ended`: unlinked, or linked with a newer proof
 */
const ProofStatusSchema = v.object({
  status: v.picklist(['linked', 'stale', 'ended']),
  /** Since when, in ISO 8601. */
  since: v.pipe(v.string(), v.isoTimestamp()),
})
export type ProofStatus = v.InferOutput<typeof ProofStatusSchema>

/** `unknown`: the site knows no such proof · `unanswered`: nothing that is an answer came. Nobody else can confirm any. */
export type AskedStatus = ProofStatus | { status: 'unknown' | 'unanswered' }

/** Where a site answers for a digest. @see docs/proof-format.md, "Status" */
export const STATUS_PATH = '/proofs/:digest'
const OK = 200
const NOT_FOUND = 404

/** The part of `fetch` that is used. */
type FetchStatus = (url: string) => Promise<{ status: number; json: () => Promise<unknown> }>

/** Asks the site that a proof names, which is the word of whoever signed, whether the link is still there. It never throws. */
export async function askStatus(
  { site: { domain }, digest }: Pick<Facts, 'site' | 'digest'>,
  fetch: FetchStatus,
): Promise<AskedStatus> {
  const origin = `${isLoopback(domain) ? 'http' : 'https'}://${domain}`
  try {
    const answer = await fetch(`${origin}${STATUS_PATH.replace(':digest', digest)}`)
    if (answer.status === NOT_FOUND) return { status: 'unknown' }
    if (answer.status !== OK) return { status: 'unanswered' }
    return v.parse(ProofStatusSchema, await answer.json())
  } catch {
    return { status: 'unanswered' }
  }
}

/** The answer as a sentence, which says whose word it is. */
export function writeStatus(asked: AskedStatus, { site: { domain } }: Pick<Facts, 'site'>): string {
  switch (asked.status) {
    case 'linked':
      return `${domain} says that the wallet is linked with this proof, since ${asked.since}. ${WORD}`
    case 'stale':
      return `${domain} says that the wallet is linked, and that what proved it does not hold since ${asked.since}. ${WORD}`
    case 'ended':
      return `${domain} says that this proof ended at ${asked.since}: the wallet was unlinked, or has a newer proof. ${WORD}`
    case 'unknown':
      return `${domain} knows no such proof: it was not handed out there, or its member has deleted everything. ${WORD}`
    case 'unanswered':
      return `${domain} did not say whether the wallet is still linked.`
  }
}

const WORD = 'That is the word of the operator, which nothing here confirms.'
