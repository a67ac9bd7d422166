import type { ProvenTonWallet, ProvenWallet } from '#shared/wallet.ts'
import type { Evidence } from '#proof/document.ts'
import type { SafeSignature } from '../../verify/safe-signers.ts'
import type { EpochMs } from '../stored.ts'
import type { Transaction } from '../transaction.ts'
import { presentState } from './attempts.ts'
import type { ClaimedCodes as ClaimedRow } from './claim-queries.ts'
import { walletIdentity } from './wallet-identity.ts'

export type LinkInput = {
  attemptId: string
  userId: string
  proven: ProvenWallet
  /** What others can check. It is stored encrypted. */
  proof: Evidence
  /** What a contract account accepted, to ask it again; null for a key's proof. */
  accepted: SafeSignature | null
  now: EpochMs
  /** Until when a holder on another account may answer, if there is one. */
  consentExpiresAt: EpochMs
  walletLimit: number
}

/** A proof in which the wallet showed only our domain. */
export type DomainLink = LinkInput & { proven: ProvenTonWallet }

export type ClaimRefusal = { outcome: 'attempt-settled' } | { outcome: 'attempt-expired' }

/**
 * `requestCode`: the connect request that the attempt answers · `cosigningCode`: the cosigning for the same multisig.
 */
type ClaimResult =
  | { ok: true; requestCode: string | null; cosigningCode: string | null }
  | { ok: false; refusal: ClaimRefusal }

/** The end of the attempt, written by the statement that claims its nonce. */
type ClaimedEnd =
  | { state: 'linked'; walletId: string }
  | { state: 'failed'; errorCode: 'wallet-limit' }

/** Every other proof showed a text, or its hash, that names the requester's account. */
export function isDomainLink(link: LinkInput): link is DomainLink {
  return link.proven.binding === 'domain'
}

/** Claims the attempt with a proof that leaves it settled. */
export async function claimAttempt(
  trx: Transaction,
  link: LinkInput,
  claim: ClaimedEnd,
): Promise<ClaimResult> {
  const { sql, prepared } = trx
  const values = { ...claimValues(link), ...claim }
  if (isDomainLink(link)) {
    return toClaimed(trx, link, await prepared.claimAttempt[claim.state](sql, values))
  }
  const rows = await prepared.claimByText[claim.state](sql, values)
  // The holder no longer needs to answer.
  if (rows.length > 0 && link.proven.family === 'ton') {
    await sql.deleteFrom('consents').where('attempt_id', '=', link.attemptId).execute()
  }
  return toClaimed(trx, link, rows)
}

/** Claims the attempt with a proof that waits for the holder's answer. */
export async function claimForConsent(
  trx: Transaction,
  link: DomainLink,
  expiresAt: EpochMs,
): Promise<ClaimResult> {
  const values = { ...claimValues(link), expiresAt }
  return toClaimed(trx, link, await trx.prepared.claimAttempt['awaiting-consent'](trx.sql, values))
}

function claimValues({ attemptId, userId, proven, now }: LinkInput) {
  const { family, network, address } = walletIdentity(proven)
  return {
    family,
    address,
    // A key is the same on every chain, so the chain in the text does not matter.
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
  { sql, prepared, now }: Transaction,
  { attemptId, userId }: LinkInput,
  [claimed]: ClaimedRow[],
): Promise<ClaimResult> {
  if (claimed) {
    const { request_code: requestCode, cosigning_code: cosigningCode } = claimed
    return { ok: true, requestCode, cosigningCode }
  }
  const [attempt] = await prepared.findAttempt(sql, { id: attemptId, userId })
  const isExpired = attempt !== undefined && presentState(attempt, now) === 'expired'
  return { ok: false, refusal: { outcome: isExpired ? 'attempt-expired' : 'attempt-settled' } }
}
