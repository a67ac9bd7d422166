import { commitToAccount, type Committed } from '#proof/commitment.ts'
import { getHost } from '#shared/site.ts'
import { writeTonText } from '#proof/ton/ton-text.ts'
import { accountId, tonChainId } from '#proof/account-id.ts'
import type { TonAttempt } from '#shared/attempt.ts'
import type { StoredAttempt } from '../store/rows/attempt-rows.ts'
import type { StoredMultisig, StoredUser } from '../store/database/stored.ts'
import type { LinkingDeps } from './linking-deps.ts'
import { displayAddress } from '#shared/display-address.ts'
import { NODE_CRYPTO } from '../proofs/node-crypto.ts'
import { TEXT_TTL_MS, TON_ATTEMPT_TTL_MS } from '#shared/limits.ts'

/** What a payload is for: an attempt, and the multisig that a signer agrees to link. */
export type PayloadTerms = Pick<StoredAttempt, 'nonce'> & {
  /** Null where the attempt links the wallet itself. */
  multisig: StoredMultisig | null
}

export type PayloadSite = Pick<LinkingDeps, 'publicUrl'> & {
  tonChain: Pick<LinkingDeps['tonChain'], 'network'>
}

/** What a TON wallet commits to as it signs for this member's attempt. */
export function getCommitted(
  { telegramId }: Pick<StoredUser, 'telegramId'>,
  { nonce, multisig }: PayloadTerms,
  { publicUrl, tonChain }: PayloadSite,
): Committed {
  return {
    chain: tonChainId(tonChain.network),
    domain: getHost(publicUrl),
    telegramId,
    nonce,
    ...(multisig && { multisig: accountId(multisig) }),
  }
}

/** What a TON wallet is asked for in this member's attempt. */
export function getTonTerms(
  user: Pick<StoredUser, 'telegramId'>,
  terms: PayloadTerms,
  site: PayloadSite,
): Pick<TonAttempt, 'payload' | 'domain' | 'network'> {
  const committed = getCommitted(user, terms, site)
  const payload = commitToAccount(committed, NODE_CRYPTO.hashText)
  return { payload, domain: committed.domain, network: site.tonChain.network }
}

type AttemptSeed = Pick<StoredAttempt, 'nonce' | 'createdAt'>

type TextSite = PayloadSite & Pick<LinkingDeps, 'appName'>

/** The text that a TON wallet signs for this member's attempt. */
export function attemptText(user: StoredUser, made: AttemptSeed, site: TextSite): string {
  return writeTonText(getFacts(user, { made, multisig: null }, site))
}

/** The text with which the holder of a TON wallet, as one of the signers, agrees to the linking of a multisig. */
export function agreementText(
  user: StoredUser,
  terms: { made: AttemptSeed; multisig: StoredMultisig },
  site: TextSite,
): string {
  const multisig = displayAddress(terms.multisig)
  return writeTonText({ ...getFacts(user, terms, site), multisig })
}

function getFacts(
  user: StoredUser,
  { made, multisig }: { made: AttemptSeed; multisig: StoredMultisig | null },
  site: TextSite,
) {
  const { telegramId, username } = user
  const { domain, payload } = getTonTerms(user, { nonce: made.nonce, multisig }, site)
  return {
    domain,
    appName: site.appName,
    user: { telegramId, username },
    payload,
    issuedAt: made.createdAt,
    expiresAt: attemptTextExpiry(made),
  }
}

/** Until when an attempt's text may be signed. A proof in the last moment still leaves time to sign the text. */
export function attemptTextExpiry({ createdAt }: Pick<StoredAttempt, 'createdAt'>): number {
  return createdAt + TON_ATTEMPT_TTL_MS + TEXT_TTL_MS
}
