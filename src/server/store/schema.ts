import type { AttemptState } from '#shared/attempt.ts'
import type { Language } from '#shared/languages.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { Binding, KeySource, Level, TonNetwork, TonWalletKind } from '#shared/wallet.ts'
import type { EpochMs, StoredEvent } from './store.ts'

/** A value sealed by the field cipher for its own table, column and row id. */
type Sealed = Uint8Array

/** 1 or 0: SQLite has no booleans. */
type Flag = 0 | 1

/** The tables, as `migrations.ts` makes them. Times are milliseconds. */
export type Schema = {
  settings: { name: 'key-check'; value: Uint8Array }
  users: {
    id: string
    /** Keyed hash of the Telegram id. */
    telegram_key: Uint8Array
    /** Telegram id, first name and username, as JSON. */
    profile: Sealed
    language: Language
    may_message: Flag
    created_at: EpochMs
    last_seen_at: EpochMs
  }
  sessions: { token_hash: Uint8Array; user_id: string; expires_at: EpochMs }
  attempts: {
    id: string
    user_id: string
    family: 'ton'
    state: AttemptState
    nonce: string
    wallet_app: string | null
    error_code: ProblemCode | null
    wallet_id: string | null
    created_at: EpochMs
    expires_at: EpochMs
  }
  wallets: ProvenColumns & {
    id: string
    user_id: string
    label: Sealed | null
    is_primary: Flag
    linked_at: EpochMs
    verified_at: EpochMs
    /** Signature of the proof behind `verified_at`. */
    signature: Sealed
  }
  /** Attempts in `awaiting-consent`, with what they proved. The holder is whoever has the wallet. */
  consents: ProvenColumns & {
    attempt_id: string
    asker_id: string
    asked_at: EpochMs
    signature: Sealed
  }
  events: {
    sequence: number
    id: string
    type: StoredEvent['type']
    user_id: string
    /** The other member that the event speaks of. */
    other_user_id: string | null
    /** What `StoredEvent` holds beyond the columns, as JSON. */
    body: Sealed
    created_at: EpochMs
    /** The receipt: when the bot tells the event next; null if there is nothing (more) to tell. */
    tell_at: EpochMs | null
    /** How often the receipt was leased. */
    tries: number
  }
  updates: { update_id: number; claimed_at: EpochMs }
}

export type ProvenColumns = {
  family: 'ton'
  network: TonNetwork
  address: string
  kind: TonWalletKind
  level: Level
  binding: Binding
  key_source: KeySource
}
