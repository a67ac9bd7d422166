import type { Scope } from '#shared/api/host/host-endpoint.ts'
import type { EpochMs } from './store.ts'

/** A key of the host API. The key itself is shown once and never stored. */
export type StoredApiKey = {
  id: string
  /** What its owner calls it; unique among all keys that ever were. */
  name: string
  scopes: Scope[]
  createdAt: EpochMs
  revokedAt: EpochMs | null
}

/** What the first request under an Idempotency-Key led to. `body` is the JSON text. */
export type StoredReply = { status: number; body: string | null }

export type IdempotencyClaim =
  /** The caller is the first: it must settle or release the claim. */
  | { outcome: 'claimed' }
  | { outcome: 'busy' }
  /** The key was used for another request. */
  | { outcome: 'reused' }
  | { outcome: 'replied'; reply: StoredReply }

export type IdempotencyTarget = {
  keyId: string
  /** SHA-256 of the Idempotency-Key header. */
  keyHash: Uint8Array
}

export interface ApiKeyStore {
  /** @param hash SHA-256 of the key */
  addApiKey(
    key: { name: string; scopes: Scope[]; hash: Uint8Array },
    now: EpochMs,
  ): Promise<StoredApiKey | 'name-taken'>
  /** The key behind this hash, unless unknown or revoked. */
  findApiKey(hash: Uint8Array): Promise<StoredApiKey | undefined>
  /** Every key, revoked ones too, the oldest first. */
  listApiKeys(): Promise<StoredApiKey[]>
  /** False when no live key has the name. */
  revokeApiKey(name: string, now: EpochMs): Promise<boolean>

  /**
   * Claims an Idempotency-Key for one request, or tells what became of the first one. A claim that
   * was neither settled nor released is free again `leaseMs` later: its process is gone.
   *
   * @param requestHash SHA-256 of method, path and body
   */
  claimIdempotencyKey(
    claim: IdempotencyTarget & { requestHash: Uint8Array; leaseMs: number },
    now: EpochMs,
  ): Promise<IdempotencyClaim>
  /** Keeps the reply, sealed, for whoever repeats the request. */
  settleIdempotencyKey(target: IdempotencyTarget, reply: StoredReply): Promise<void>
  /** The request led to nothing that may be repeated: it may be tried again. */
  releaseIdempotencyKey(target: IdempotencyTarget): Promise<void>
}
