import type { Scope } from '#shared/api/host/host-endpoint.ts'
import type { EpochMs } from './stored.ts'
import type { HostStore } from './host-store.ts'
import type { RequestStore } from './request-store.ts'

/** A key of the host API. The key itself is shown once and never stored. */
export type StoredApiKey = {
  id: string
  /** The name that the operator gave it; unique among all keys, including revoked ones. */
  name: string
  scopes: Scope[]
  createdAt: EpochMs
  revokedAt: EpochMs | null
}

/** The reply to the first request under an Idempotency-Key. `body` is the JSON text. */
export type StoredReply = { status: number; body: string | null }

/** A request under an Idempotency-Key. */
export type IdempotentRequest = {
  keyId: string
  /** SHA-256 of the Idempotency-Key header. */
  keyHash: Uint8Array
  /** SHA-256 of method, path and body. */
  requestHash: Uint8Array
}

/** `reused`: the Idempotency-Key was used for another request. */
export type EarlierRequest = { outcome: 'replied'; reply: StoredReply } | { outcome: 'reused' }

/** `isFinal`: the same request would get the same reply each time. */
export type OnceReply = { reply: StoredReply; isFinal: boolean }

/** The changes that a call of the host API may make in the transaction that stores its reply. */
export type HostEffects = Pick<RequestStore, 'createRequest' | 'closeRequest' | 'extendRequest'> &
  Pick<HostStore, 'unlinkHeldWallet' | 'redeliver' | 'enableWebhook'>

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

  /** The earlier use of the Idempotency-Key; undefined while it is free. */
  findEarlierRequest(request: IdempotentRequest): Promise<EarlierRequest | undefined>
  /**
   * Runs a change and stores its sealed reply in one transaction, so after a crash both are there, or neither. Requests
   * under one Idempotency-Key take turns, and only the first runs. A reply that is not final leaves the key free.
   *
   * @param change may run more than once, and must use only the effects that it receives
   */
  runOnce(
    request: IdempotentRequest,
    now: EpochMs,
    change: (effects: HostEffects) => Promise<OnceReply>,
  ): Promise<EarlierRequest | { outcome: 'done'; reply: StoredReply }>
}
