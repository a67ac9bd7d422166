import { TEXT_TTL_MS, TON_ATTEMPT_TTL_MS } from '#shared/limits.ts'
import type { StoredAttempt, StoredUser } from '../store/store.ts'
import { writeTonText } from '../verify/ton-text.ts'
import type { HttpDeps } from './http-deps.ts'

type Made = Pick<StoredAttempt, 'nonce' | 'createdAt'>

/** The text that a TON wallet is to sign for this member's attempt. */
export function attemptText(
  { telegramId, username }: StoredUser,
  made: Made,
  { publicUrl, boot }: Pick<HttpDeps, 'publicUrl' | 'boot'>,
): string {
  return writeTonText({
    publicUrl,
    appName: boot.appName,
    user: { telegramId, username },
    nonce: made.nonce,
    issuedAt: made.createdAt,
    expiresAt: attemptTextExpiry(made),
  })
}

/** Until when an attempt's text may be signed: a proof in its last moment leaves time for it. */
export function attemptTextExpiry({ createdAt }: Pick<StoredAttempt, 'createdAt'>): number {
  return createdAt + TON_ATTEMPT_TTL_MS + TEXT_TTL_MS
}
