import { commitToAccount } from '#proof/commitment.ts'
import { accountId, tonChainId } from '#shared/account-id.ts'
import type { StoredAttempt } from '../store/linking/attempts.ts'
import type { StoredMultisig, StoredUser } from '../store/stored.ts'
import { proofDomain } from '../verify/ton-proof.ts'
import type { LinkingDeps } from './linking-deps.ts'

/** What a payload is for: an attempt, and the multisig that a signer agrees to link. */
export type PayloadTerms = Pick<StoredAttempt, 'nonce'> & {
  /** Null where the attempt links the wallet itself. */
  multisig: StoredMultisig | null
}

export type PayloadSite = Pick<LinkingDeps, 'publicUrl'> & {
  tonChain: Pick<LinkingDeps['tonChain'], 'network'>
}

/** What a TON wallet signs for this member's attempt: a commitment to the member's account. */
export function tonPayload(
  { telegramId }: Pick<StoredUser, 'telegramId'>,
  { nonce, multisig }: PayloadTerms,
  { publicUrl, tonChain }: PayloadSite,
): string {
  return commitToAccount({
    chain: tonChainId(tonChain.network),
    domain: proofDomain(publicUrl),
    telegramId,
    nonce,
    ...(multisig && { multisig: accountId(multisig) }),
  })
}
