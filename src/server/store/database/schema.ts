import { sql } from 'kysely'
import type { AttemptState } from '#shared/attempt.ts'
import type { JoinEnd, JoinReason, JoinState } from '#shared/join.ts'
import type { Language } from '#shared/languages.ts'
import type { CosigningMethod, CosigningState } from '#shared/multisig.ts'
import type { ProblemCode } from '#shared/problem.ts'
import type { ProvenTonWallet, ProvenWallet } from '#shared/proven-wallet.ts'
import type { Binding, Family, KeySource, LinkLevel, TonNetwork } from '#shared/wallet.ts'
import type { ClientPlatform } from '#shared/client-platform.ts'
import type { AdminActionKind } from '#shared/admin-action.ts'
import type { DeliveryState } from '#shared/api/admin/get-overview.ts'
import type { EpochMs } from './stored.ts'
import type { StoredEvent } from './stored-event.ts'

/** A literal in the query's text, because SQLite uses a partial index only if the text contains the value. */
export const KEY_LEVEL = sql.lit<LinkLevel>('key')
/** See {@link KEY_LEVEL}. */
export const QUORUM_LEVEL = sql.lit<LinkLevel>('quorum')

/**
 * A value sealed by the field cipher for its own table, column and row id. Only the type has the mark: `SEALED_TABLES`
 * must name every column with it.
 */
type Sealed = Uint8Array & { sealed?: never }
/** A keyed hash by which a sealed value is found. Marked like {@link Sealed}. */
type Lookup = Uint8Array & { lookup?: never }

/** 1 or 0: SQLite has no booleans. */
export type Flag = 0 | 1

/**
 * The network of an account. A key's account exists on every chain (`eip155`), a contract only on its own
 * (`eip155:<chain id>`, as in CAIP-2).
 */
export type WalletNetwork = TonNetwork | EvmNetwork
export type EvmNetwork = 'eip155' | `eip155:${number}`
/** The network of a multisig: always one chain. */
export type MultisigNetwork = Exclude<WalletNetwork, 'eip155'>

/** The tables, as `migrations.ts` makes them. Times are milliseconds. */
export type Schema = {
  /** Kysely's own, of the migrations that were run. */
  kysely_migration: { name: string }
  settings: {
    name: 'key-check' | 'key-change' | 'bot-id' | 'bot-profile' | 'ping' | 'set-back' | 'move'
    value: Uint8Array
  }
  users: {
    id: string
    /** Of the Telegram id. */
    telegram_key: Lookup
    /** Telegram id, first name and username, as JSON. */
    profile: Sealed
    /** The language of Telegram's client. */
    language: Language
    /** The language that the member chose instead, if any. */
    chosen_language: Language | null
    may_message: Flag
    /** The app reported write access, and the bot has not tried to send a message since. */
    write_access_reported: Flag
    /**
     * JSON: when messages last requested a confirmation in a cosigning from the member; at most five times. Null for
     * none.
     */
    asked_at: string | null
    created_at: EpochMs
    last_seen_at: EpochMs
    /** A keyed hash of the names whose terms are stored; null while none are. */
    name_key: Uint8Array | null
  }
  /** What members are found by: the first 8 bytes of a keyed hash of each beginning of a word of their names. */
  name_terms: { term: Uint8Array; user_id: string }
  /** Links by which an admin fetches the table of all members, each once, by the SHA-256 of their tokens. */
  export_links: { hash: Uint8Array; user_id: string; expires_at: EpochMs }
  /** Admins by the link of `setup`, beside those of `ADMIN_IDS`. */
  admins: { user_id: string; since: EpochMs }
  /** Such links that were used, by their SHA-256, until they would be over. */
  admin_links: { hash: Uint8Array; expires_at: EpochMs }
  /** What admins did. A member who is deleted is no longer named. */
  admin_actions: {
    id: string
    kind: AdminActionKind
    admin_id: string | null
    /** The member whom it was about; null for none. */
    about_id: string | null
    done_at: EpochMs
  }
  sessions: {
    token_hash: Uint8Array
    user_id: string
    expires_at: EpochMs
    /** The only attempt that the session may act on; null if it may act on everything of its member. */
    attempt_id: string | null
  }
  /** One ticket per attempt, until it is redeemed. `ticket_hash` is its SHA-256. */
  tickets: { attempt_id: string; ticket_hash: Uint8Array; expires_at: EpochMs }
  attempts: {
    id: string
    user_id: string
    family: Family
    state: AttemptState
    nonce: string
    /** The text to sign: it names the Telegram account. */
    message: Sealed | null
    /** The account that must sign the message, if it is fixed: both columns or none. */
    account_network: WalletNetwork | null
    account_address: string | null
    wallet_app: string | null
    client_platform: ClientPlatform | null
    client_version: string | null
    request_code: string | null
    /** The cosigning in which the attempt gives one owner's confirmation, instead of linking a wallet. */
    confirms_code: string | null
    /** Whether the other owners may see the name of the member who confirms. */
    shows_name: Flag
    /** The cosigning that links the attempt's multisig. */
    cosigning_code: string | null
    error_code: ProblemCode | null
    wallet_id: string | null
    /** The holder whose answer ended the attempt; null if it ended without one. */
    answered_by: string | null
    created_at: EpochMs
    expires_at: EpochMs
    /** Whether its outcome was taken, to report it to the operator. */
    outcome_taken: Flag
  }
  wallets: ProvenColumns & {
    id: string
    user_id: string
    label: Sealed | null
    is_primary: Flag
    linked_at: EpochMs
    verified_at: EpochMs
    /** `Evidence` behind `verified_at`, as JSON. */
    proof: Sealed
    /** `StoredTelegram`, the launch or login with which Telegram signed that proof, as JSON; null if it has not. */
    launch: Sealed | null
    /** When the member last asked for that; null if it is not awaited. */
    launch_asked_at: EpochMs | null
    /** Since when that proof is known to no longer hold. */
    stale_at: EpochMs | null
    /** `LinkEvidence` as JSON; null for a key's proof, which needs no further check. */
    evidence: Sealed | null
    /** The cosigning whose confirmations the link rests on, as long as it is stored. */
    cosigning_code: string | null
    /** When a contract account last accepted its evidence; null if it is not checked again. */
    checked_at: EpochMs | null
    /** When the account is queried next; null if it is not checked again, or if the link is stale. */
    check_at: EpochMs | null
    /** Since when its chain has shown no contract at the address; null if the last check showed one. */
    missing_since: EpochMs | null
  }
  /** Wallets as they were when the bot's button unlinked them, for as long as that can be undone. */
  unlinked_wallets: Schema['wallets'] & {
    /** What referred to the wallet, as JSON. */
    uses: string
    unlinked_at: EpochMs
  }
  /** Proofs that left this server, by the SHA-256 of their documents, until their members are deleted. */
  handed_proofs: {
    digest: Uint8Array
    user_id: string
    /** Null once the proof has ended. */
    wallet_id: string | null
    /** When its wallet was unlinked, or a newer proof took its place. */
    ended_at: EpochMs | null
  }
  /**
   * Attempts in `awaiting-consent`, with the wallets that they proved. The holder is the member who has the wallet.
   * Only proofs that name no Telegram account need consent, and those are TON's.
   */
  consents: ProvenTonColumns & {
    attempt_id: string
    requester_id: string
    /** The attempt by which the holder was asked, where an earlier proof of the requester had done so. */
    question_id: string | null
    asked_at: EpochMs
    /** `Evidence` as JSON. */
    proof: Sealed
  }
  events: {
    /** Of two events about one member, the one that was written first has the lower one. */
    sequence: number
    id: string
    type: StoredEvent['type']
    user_id: string
    /** The second member that the event is about. */
    other_user_id: string | null
    /** The fields of `StoredEvent` that are not in columns, as JSON. */
    body: Sealed
    created_at: EpochMs
    /** Its position for readers of events; null until a reader needs it. */
    position: number | null
    /** The receipt: when the bot next tries to send it; null if there is none, or it is settled. */
    notify_at: EpochMs | null
    /** How often the receipt was leased. */
    tries: number
    /** The one of its two members who has the receipt already, while the other still waits for it. */
    notified_id: string | null
    /** The webhook: the state of the delivery; null if the event is not delivered. */
    delivery: DeliveryState | null
    /** When the delivery is tried next; null if it is settled, or if the event is not delivered. */
    deliver_at: EpochMs | null
    /** 1 while an earlier event about one of its members is not delivered yet. */
    waits_behind: Flag
    /** How often the delivery was leased. */
    delivery_tries: number
    /** Why the last try failed, as a code. */
    delivery_error: string | null
  }
  /** One row: the last position that was assigned. */
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
    status: number
    /** JSON text. */
    body: Sealed | null
    /** The member whom the reply names: it is deleted with them. */
    user_id: string | null
  }
  /** Postgres only: SQLite's one process counts in memory. `due_at` is the theoretical arrival time. */
  rate_limits: { subject: string; due_at: number }
  /** Webhooks that answered 410, by SHA-256 of their URL. */
  disabled_webhooks: { url_hash: Uint8Array; disabled_at: EpochMs }
  /** Webhooks whose receiver requested a pause. */
  webhook_pauses: { url_hash: Uint8Array; until: EpochMs }
  /** Counts of deleted attempts, by the UTC day on which they were made. */
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
    /** The member who made it; null when a key did, or when the member is deleted. */
    created_by: string | null
    /** The chat that it is for. */
    chat_id: string | null
    members_only: Flag
    /** Neither the operator nor anybody they know made it, and it is not for members only. */
    by_anybody: Flag
    max_answers: number | null
    /** Offered in inline mode, and not sent or answered yet. */
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
    /** Of Telegram's id. */
    telegram_key: Lookup
    /** Telegram's id and the title, as JSON. */
    profile: Sealed
    /** Whether the operator was notified that the bot is in it. */
    is_reported: Flag
    created_at: EpochMs
    left_at: EpochMs | null
  }
  /** Members who used the bot as an administrator of a chat. */
  chat_requesters: { chat_id: string; user_id: string; asked_at: EpochMs }
  /**
   * Messages about requests. A request has one in its own chat, which is not written yet while `message_id` is null.
   * Those with `inline_id` were sent by members, in any chat.
   */
  request_posts: {
    id: string
    request_code: string
    /** Topic of a forum. */
    thread_id: number | null
    message_id: number | null
    /** Of the inline message's id. */
    inline_key: Lookup | null
    inline_id: Sealed | null
    language: Language
    /** Whether the message needs an update that no lease has started. */
    is_stale: Flag
    /** Whether it cannot be written, or can no longer be edited. */
    is_dropped: Flag
    /** When it is due next; null when it needs no update. */
    edit_at: EpochMs | null
    /** Until then no process may update it, because it is leased or in its pause. */
    free_at: EpochMs
    /** The time of the data that it shows: the last lease; 0 before the first. */
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
    /** Whether everyone with the link gets the proof of the wallet, too. */
    shows_proof: Flag
    revoked_at: EpochMs | null
    /** How often others opened it, and when last: one viewer counts once an hour. By whom is not stored. */
    opens: number
    last_opened_at: EpochMs | null
  }
  multisigs: {
    id: string
    family: Family
    network: MultisigNetwork
    address: string
    /** Its last reading, as JSON: `ReadMultisig`. */
    reading: string
    checked_at: EpochMs
    /** Since when its chain has shown no multisig at the address; null if the last reading showed one. */
    missing_since: EpochMs | null
    /**
     * When it last accepted something that its listed owners had not signed; null if that is not known to have
     * happened.
     */
    bypassed_at: EpochMs | null
    /** Until then no other process reads it again by schedule. */
    free_at: EpochMs
  }
  /** The owners in the last reading, to find the multisigs of an owner. */
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
    /** Also `open` if it has expired but is not closed yet. */
    state: CosigningState
    problem: ProblemCode | null
    created_at: EpochMs
    expires_at: EpochMs
    /** When the next reminder is due; null when none is. */
    remind_at: EpochMs | null
    /** Until then no other process checks for confirmations elsewhere. */
    free_at: EpochMs
  }
  /** Each row is one owner's confirmation. `user_id` is null if it is not known who gave it. */
  confirmations: {
    id: string
    cosigning_code: string
    owner: string
    user_id: string | null
    binding: Binding
    /** Of the Safe's text; empty for an agreement. */
    signature: Sealed
    /** `KeyEvidence` of an agreement, as JSON; null for a signature. */
    proof: Sealed | null
    shows_name: Flag
    given_at: EpochMs
  }
  /** Members who opened a cosigning's link, gave a signature without a name, or are known owners. */
  cosigning_viewers: { cosigning_code: string; user_id: string; part: ViewerPart }
  /** The doors that are on, one a chat. */
  doors: {
    chat_id: string
    /** `DoorRule` as JSON. A later version may have written one that this one cannot read. */
    rule: string
    /** That of an `owner` rule. */
    multisig_id: string | null
    /** Whether those who are let in get a tag. */
    tags: Flag
    tags_refused: Flag
    version: number
    set_by: string | null
    set_at: EpochMs
  }
  /** Requests to join a chat. One of a person and a chat is open at most. */
  joins: {
    id: string
    chat_id: string
    user_id: string
    /** The date of Telegram's update, and its id: they say which of two requests is the later one. */
    sent_at: EpochMs
    update_id: number
    /** Of Telegram's query; both null for a request without one. */
    query_key: Lookup | null
    query_id: Sealed | null
    state: JoinState
    why: JoinReason
    asked_at: EpochMs
    /** Until when the state may be `asked`. */
    decide_by: EpochMs
    decided_at: EpochMs | null
    /** The wallet that let the person in, by its former id once it is unlinked. */
    wallet_id: string | null
    /** The multisig whose owner was let in. */
    multisig_id: string | null
    /** Since when that holds no longer. */
    ended_at: EpochMs | null
    ended_why: JoinEnd | null
    /** What Telegram was told last. */
    told: JoinTold
    /** The tag that was set. */
    tag: string | null
    /** When there is something to do next; null for nothing. */
    due_at: EpochMs | null
    /** Until then it is leased. */
    free_at: EpochMs
    /** How often in a row Telegram has not answered. */
    tries: number
  }
  /** Start parameters that wait for the app, one per member. */
  starts: { user_id: string; code: string; expires_at: EpochMs }
}

/**
 * `signed`: gave a signature that does not count as theirs · `opened`: opened its link · `asked`: a known owner who got a
 * message · `listed`: a known owner who sees it only on Home.
 */
export type ViewerPart = 'signed' | 'opened' | 'asked' | 'listed'

/** `shown`: the Mini App or the message · `queue`: administrators decide, by whomever's word. */
export type JoinTold = 'nothing' | 'shown' | 'queue' | 'approve' | 'decline'

/** The proven facts about a wallet of any family; `toProven` distinguishes the families. */
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
