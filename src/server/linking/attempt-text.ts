import { displayAddress } from '#shared/display-address.ts'
import { TEXT_TTL_MS, TON_ATTEMPT_TTL_MS } from '#shared/limits.ts'
import type { StoredMultisig, StoredUser } from '../store/stored.ts'
import type { StoredAttempt } from '../store/linking/attempts.ts'
import { writeTonText } from '../verify/ton-text.ts'
import type { LinkingDeps } from './linking-deps.ts'

type AttemptSeed = Pick<StoredAttempt, 'nonce' | 'createdAt'>

type Site = Pick<LinkingDeps, 'publicUrl' | 'appName'>

/** The text that a TON wallet signs for this member's attempt. */
export function attemptText(user: StoredUser, made: AttemptSeed, site: Site): string {
  return writeTonText(getFacts(user, made, site))
}

/** The text with which the holder of a TON wallet, as one of the signers, agrees to the linking of a multisig. */
export function agreementText(
  user: StoredUser,
  { made, multisig }: { made: AttemptSeed; multisig: StoredMultisig },
  site: Site,
): string {
  return writeTonText({ ...getFacts(user, made, site), multisig: displayAddress(multisig) })
}

function getFacts(
  { telegramId, username }: StoredUser,
  made: AttemptSeed,
  { publicUrl, appName }: Site,
) {
  return {
    publicUrl,
    appName,
    user: { telegramId, username },
    nonce: made.nonce,
    issuedAt: made.createdAt,
    expiresAt: attemptTextExpiry(made),
  }
}

/** Until when an attempt's text may be signed. A proof in the last moment still leaves time to sign the text. */
export function attemptTextExpiry({ createdAt }: Pick<StoredAttempt, 'createdAt'>): number {
  return createdAt + TON_ATTEMPT_TTL_MS + TEXT_TTL_MS
}
