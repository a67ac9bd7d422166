import type { AttemptState } from '#shared/attempt.ts'
import type { Language } from '#shared/languages.ts'
import type { CosigningMethod, CosigningState } from '#shared/multisig.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type {
  Binding,
  Family,
  KeySource,
  LinkLevel,
  ProvenTonWallet,
  ProvenWallet,
  TonNetwork,
} from '#shared/wallet.ts'
import type { ClientPlatform } from '#shared/client-platform.ts'
import type { DeliveryState } from '#shared/api/admin/get-overview.ts'
import type { EpochMs } from '../stored.ts'
import type { StoredEvent } from '../stored-event.ts'

/** A value sealed by the field cipher for its own table, column and row id. */
type Sealed = Uint8Array

/** 1 or 0: SQLite has no booleans. */
export type Flag = 0 | 1

/**
 * Where an account is what it is. A key answers on every chain (`eip155`), a contract on its own
 * (`eip155:<chain id>`, as CAIP-2 writes it).
 */
export type WalletNetwork = TonNetwork | EvmNetwork
export type EvmNetwork = 'eip155' | `eip155:${number}`
/** Where a multisig is: always on one chain. */
export type MultisigNetwork = Exclude<WalletNetwork, 'eip155'>

/** The tables, as `migrations.ts` makes them. Times are milliseconds. */
export type Schema = {
  settings: { name: 'key-check' | 'bot-profile' | 'ping'; value: Uint8Array }
  users: {
    id: string
    /** Keyed hash of the Telegram id. */
    telegram_key: Uint8Array
    /** Telegram id, first name and username, as JSON. */
    profile: Sealed
    /** What Telegram's client speaks. */
    language: Language
    /** What the member chose instead, if they did. */
    chosen_language: Language | null
    may_message: Flag
    /** The app reported write access, and no message has been tried since. */
    write_access_reported: Flag
    /** JSON: when cosignings last asked them for a confirmation, by a message; at most five times are kept. Null for none. */
    asked_at: string | null
    created_at: EpochMs
    last_seen_at: EpochMs
  }
  sessions: {
    token_hash: Uint8Array
    user_id: string
    expires_at: EpochMs
    /** The one attempt that it is for; null where it may do everything. */
    attempt_id: string | null
  }
  /** One ticket an attempt, until it is redeemed. `ticket_hash` is SHA-256 of it. */
  tickets: { attempt_id: string; ticket_hash: Uint8Array; expires_at: EpochMs }
  attempts: {
    id: string
    user_id: string
    family: Family
    state: AttemptState
    nonce: string
    /** The text to sign: it names the Telegram account. */
    message: Sealed | null
    /** The account that is to sign it, if it is fixed: both columns or none. */
    account_network: WalletNetwork | null
    account_address: string | null
    wallet_app: string | null
    client_platform: ClientPlatform | null
    client_version: string | null
    request_code: string | null
    /** The cosigning in which it gives one owner's confirmation, instead of linking a wallet. */
    confirms_code: string | null
    /** Whether the other owners may then see who it is. */
    shows_name: Flag
    /** The cosigning that is to link its multisig. */
    cosigning_code: string | null
    error_code: ProblemCode | null
    wallet_id: string | null
    created_at: EpochMs
    expires_at: EpochMs
    /** Whether its outcome was taken, to be told to the operator. */
    outcome_taken: Flag
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
    /** Since when that proof is known not to hold any more. */
    stale_at: EpochMs | null
    /** `LinkEvidence` as JSON; null where a key's proof needs no second look. */
    evidence: Sealed | null
    /** The cosigning whose confirmations it rests on, as long as that is kept. */
    cosigning_code: string | null
    /** When a contract account last accepted its evidence; null where nothing is asked again. */
    checked_at: EpochMs | null
    /** When it is asked next; null where nothing is, or where the link is stale. */
    check_at: EpochMs | null
    /** Since when its chain has shown no contract there; null where the last look is the younger. */
    missing_since: EpochMs | null
  }
  /**
   * Attempts in `awaiting-consent`, with what they proved. The holder is whoever has the wallet.
   * Only proofs that name no account ask, and those are TON's.
   */
  consents: ProvenTonColumns & {
    attempt_id: string
    requester_id: string
    asked_at: EpochMs
    signature: Sealed
  }
  events: {
    /** Of two events about one member, the one that was written first has the lower one. */
    sequence: number
    id: string
    type: StoredEvent['type']
    user_id: string
    /** The other member that the event confirms of. */
    other_user_id: string | null
    /** What `StoredEvent` holds beyond the columns, as JSON. */
    body: Sealed
    created_at: EpochMs
    /** Where readers of events find it; null until one looks. */
    position: number | null
    /** The receipt: when the bot tells the event next; null if there is nothing (more) to tell. */
    notify_at: EpochMs | null
    /** How often the receipt was leased. */
    tries: number
    /** The webhook: how far the event is; null if it is not to be delivered. */
    delivery: DeliveryState | null
    /** When it is delivered next; null once that is settled, or if it is not to be. */
    deliver_at: EpochMs | null
    /** 1 while an earlier event about one of its members still has to arrive. */
    waits_behind: Flag
    /** How often the delivery was leased. */
    delivery_tries: number
    /** Why the last try failed, as a code. */
    delivery_error: string | null
  }
  /** One row: the place that was given last. */
  event_positions: { last: number }
  updates: { update_id: number; claimed_at: EpochMs }
  api_keys: {
    id: string
    name: string
    /** SHA-256 of the key. */
    hash: Uint8Array
    /** Separated by spaces. */
    scopes: string
    created_at: EpochMs
    revoked_at: EpochMs | null
  }
  idempotent_replies: {
    key_id: string
    key_hash: Uint8Array
    request_hash: Uint8Array
    claimed_at: EpochMs
    /** Null only where an older version of the server was stopped before it had replied. */
    status: number | null
    /** JSON text. */
    body: Sealed | null
  }
  /** Postgres only: SQLite's one process counts in memory. `due_at` is the theoretical arrival time. */
  rate_limits: { subject: string; due_at: number }
  /** Webhooks that answered 410, by SHA-256 of their URL. */
  disabled_webhooks: { url_hash: Uint8Array; disabled_at: EpochMs }
  /** The receiver asked to be left alone for some time. */
  webhook_pauses: { url_hash: Uint8Array; until: EpochMs }
  /** Attempts that are deleted, counted by the UTC day on which they were made. */
  attempt_tallies: {
    day: string
    outcome: string
    platform: ClientPlatform
    /** Empty when no wallet was chosen: a primary key holds no null. */
    wallet_app: string
    count: number
  }
  requests: {
    code: string
    /** The API key that made it; null when a member did. */
    key_id: string | null
    /** The member who made it; null when a key did, or when they are gone. */
    created_by: string | null
    /** The chat that it is for. */
    chat_id: string | null
    members_only: Flag
    max_answers: number | null
    /** Offered in inline mode; nobody has sent or answered it yet. */
    is_draft: Flag
    /** Separated by spaces. */
    families: string
    created_at: EpochMs
    expires_at: EpochMs
    closed_at: EpochMs | null
  }
  answers: {
    id: string
    request_code: string
    user_id: string
    /** Null once the wallet is unlinked. */
    wallet_id: string | null
    answered_at: EpochMs
    withdrawn_at: EpochMs | null
  }
  chats: {
    id: string
    /** Keyed hash of Telegram's id. */
    telegram_key: Uint8Array
    /** Telegram's id and the title, as JSON. */
    profile: Sealed
    created_at: EpochMs
    left_at: EpochMs | null
  }
  /** Who dealt with the bot as an administrator of a chat. */
  chat_requesters: { chat_id: string; user_id: string; asked_at: EpochMs }
  /**
   * Messages about requests. One in the request's chat, to be written as long as `message_id` is null;
   * those with `inline_id` were sent by members, anywhere.
   */
  request_posts: {
    id: string
    request_code: string
    /** Topic of a forum. */
    thread_id: number | null
    message_id: number | null
    /** Keyed hash of the inline message's id. */
    inline_key: Uint8Array | null
    inline_id: Sealed | null
    language: Language
    /** Whether there is something to say that no lease has begun to say. */
    is_stale: Flag
    /** Whether it cannot be written, or changed any more. */
    is_dropped: Flag
    /** When it is to be looked at next; null when all is said. */
    edit_at: EpochMs | null
    /** Until then nobody may touch it: it is leased, or rests. */
    free_at: EpochMs
    /** As of when it says what it says: the last lease; 0 before the first. */
    shown_at: EpochMs
    /** How often it was leased since it was last settled. */
    tries: number
  }
  /** `wallet_id` is null once the wallet is unlinked. */
  cards: {
    code: string
    wallet_id: string | null
    user_id: string
    created_at: EpochMs
    /** Null while it was only offered. */
    sent_at: EpochMs | null
    revoked_at: EpochMs | null
  }
  multisigs: {
    id: string
    family: Family
    network: MultisigNetwork
    address: string
    /** What its chain said of it, as JSON: `ListedMultisig`. */
    reading: string
    checked_at: EpochMs
    /** Since when its chain has shown no multisig there; null where the last reading is the younger. */
    missing_since: EpochMs | null
    /** When it last accepted what its listed owners had not signed; null while no such thing is known. */
    bypassed_at: EpochMs | null
    /** Until then nobody else reads it again by schedule. */
    free_at: EpochMs
  }
  /** The owners in the last reading, to find multisigs by. */
  multisig_owners: { multisig_id: string; address: string }
  cosignings: {
    code: string
    /** Null once the attempt is swept. */
    attempt_id: string | null
    multisig_id: string
    starter_id: string
    method: CosigningMethod
    /** The text to sign: it names the starter's Telegram account. */
    message: Sealed | null
    /** `open` also where time is up and nobody was told yet. */
    state: CosigningState
    problem: ProblemCode | null
    created_at: EpochMs
    expires_at: EpochMs
    /** When the next reminder is due; null when none is. */
    remind_at: EpochMs | null
    /** Until then nobody else asks what others have gathered for it. */
    free_at: EpochMs
  }
  /** One owner's confirmation each. `user_id` is null where it is not known who gave it. */
  confirmations: {
    id: string
    cosigning_code: string
    owner: string
    user_id: string | null
    binding: Binding
    signature: Sealed
    shows_name: Flag
    given_at: EpochMs
  }
  /** Members who opened a cosigning's link, or are known owners. */
  cosigning_viewers: { cosigning_code: string; user_id: string; part: ViewerPart }
  /** Codes that wait for the app, one a member. */
  starts: { user_id: string; code: string; expires_at: EpochMs }
}

/** `opened` its link · `asked` as a known owner, by a message · `listed`: has found it on Home only, if at all. */
export type ViewerPart = 'opened' | 'asked' | 'listed'

/** What was proven of a wallet of any family; `toProven` tells the families apart. */
export type ProvenColumns = {
  family: Family
  network: WalletNetwork
  address: string
  kind: ProvenWallet['kind']
  level: LinkLevel
  binding: Binding
  key_source: KeySource
}

export type ProvenTonColumns = Omit<ProvenTonWallet, 'keySource'> & {
  key_source: ProvenTonWallet['keySource']
}
