import type { ProvenTonWallet } from '#shared/wallet.ts'
import type { EpochMs, LinkOutcome, Store } from '../store.ts'
import type { Unit } from '../write-unit.ts'
import { presentState } from './attempts.ts'
import type { Claimed as ClaimedRow } from './claim-queries.ts'
import { walletIdentity } from './wallet-identity.ts'

export type Link = Parameters<Store['linkWallet']>[0]
/** A proof in which the wallet showed only our domain. */
export type DomainLink = Link & { proven: ProvenTonWallet }

type Refusal = Extract<LinkOutcome, { outcome: 'attempt-settled' | 'attempt-expired' }>
/**
 * `requestCode`: the connect request that the attempt is to answer · `collectionCode`: where owners speak for
 * the same multisig.
 */
type Claimed =
  | { ok: true; requestCode: string | null; collectionCode: string | null }
  | { ok: false; refusal: Refusal }

/** What becomes of the attempt, written by the statement that claims its nonce. */
type Claim = { state: 'linked'; walletId: string } | { state: 'failed'; errorCode: 'wallet-limit' }

/** Every other proof showed a text, or its hash, that names the account that asks. */
export function isDomainLink(link: Link): link is DomainLink {
  return link.proven.binding === 'domain'
}

/** Claims the attempt with a proof that leaves it settled. */
export async function claimAttempt(unit: Unit, link: Link, claim: Claim): Promise<Claimed> {
  const { sql, hot } = unit
  const values = { ...claimValues(link), ...claim }
  if (isDomainLink(link)) {
    return toClaimed(unit, link, await hot.claimAttempt[claim.state](sql, values))
  }
  const rows = await hot.claimByText[claim.state](sql, values)
  // The holder need not answer any more.
  if (rows.length > 0 && link.proven.family === 'ton') {
    await sql.deleteFrom('consents').where('attempt_id', '=', link.attemptId).execute()
  }
  return toClaimed(unit, link, rows)
}

/** Claims the attempt with a proof that waits for the holder's answer. */
export async function claimToAsk(
  unit: Unit,
  link: DomainLink,
  expiresAt: EpochMs,
): Promise<Claimed> {
  const values = { ...claimValues(link), expiresAt }
  return toClaimed(unit, link, await unit.hot.claimAttempt['awaiting-consent'](unit.sql, values))
}

function claimValues({ attemptId, userId, proven, now }: Link) {
  const { family, network, address } = walletIdentity(proven)
  return {
    family,
    address,
    // A key is the same on every chain, whichever the text names.
    accountNetwork: network === 'eip155' ? null : network,
    askedNetwork: family === 'ton' ? network : null,
    attemptId,
    userId,
    walletId: null,
    errorCode: null,
    expiresAt: null,
    now,
  }
}

async function toClaimed(
  { sql, hot, now }: Unit,
  { attemptId, userId }: Link,
  [claimed]: ClaimedRow[],
): Promise<Claimed> {
  if (claimed) {
    const { request_code: requestCode, collection_code: collectionCode } = claimed
    return { ok: true, requestCode, collectionCode }
  }
  const [attempt] = await hot.findAttempt(sql, { id: attemptId, userId })
  const isExpired = attempt !== undefined && presentState(attempt, now) === 'expired'
  return { ok: false, refusal: { outcome: isExpired ? 'attempt-expired' : 'attempt-settled' } }
}
