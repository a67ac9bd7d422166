import * as v from 'valibot'
import { isLoopback } from '#shared/site.ts'
import type { Facts } from './verdict.ts'

/**
 * What the site of a proof answers of its link. `linked`: the wallet is linked, with this proof · `stale`: linked, and what
 * proved it does not hold now · `ended`: unlinked, or linked with a newer proof
 */
const ProofStatusSchema = v.object({
  status: v.picklist(['linked', 'stale', 'ended']),
  /** Since when, in ISO 8601. */
  since: v.pipe(
    v.string(),
    v.isoTimestamp(),
    // Such as one with an offset of hours only.
    v.check((text) => !Number.isNaN(Date.parse(text))),
  ),
})
export type ProofStatus = v.InferOutput<typeof ProofStatusSchema>

/**
 * `unknown`: the site knows no such proof · `busy`: it is asked too often · `unanswered`: it answered something else ·
 * `unreachable`: nothing came, such as without a network. Nobody but the site can confirm any.
 */
export type AskedStatus =
  | ProofStatus
  | { status: 'unknown' | 'busy' | 'unanswered' | 'unreachable' }

/** Where a site answers for a digest. @see docs/proof-format.md, "Status" */
export const STATUS_PATH = '/proofs/:digest'
const OK = 200
const NOT_FOUND = 404
const TOO_MANY_REQUESTS = 429

/** The part of `fetch` that is used. */
type FetchStatus = (url: string) => Promise<{ status: number; json: () => Promise<unknown> }>

/** Asks the site that a proof names, which is the word of whoever signed, whether the link is still there. It never throws. */
export async function askStatus(
  { site: { domain }, digest }: Pick<Facts, 'site' | 'digest'>,
  fetch: FetchStatus,
): Promise<AskedStatus> {
  const origin = `${isLoopback(domain) ? 'http' : 'https'}://${domain}`
  const path = STATUS_PATH.replace(':digest', digest)
  const answer = await fetch(`${origin}${path}`).catch(() => null)
  if (answer === null) return { status: 'unreachable' }
  if (answer.status === NOT_FOUND) return { status: 'unknown' }
  if (answer.status === TOO_MANY_REQUESTS) return { status: 'busy' }
  const body = answer.status === OK ? await answer.json().catch(() => null) : null
  const read = v.safeParse(ProofStatusSchema, body)
  return read.success ? read.output : { status: 'unanswered' }
}
