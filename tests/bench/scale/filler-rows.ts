import { SESSION_TTL_MS, TON_ATTEMPT_TTL_MS } from '#shared/limits.ts'

/**
 * Rows that nobody opens while the benchmark measures: a sealed column holds a few random bytes.
 * Everything that an index holds has its real length, and lies as evenly over the whole index as
 * the random ids and addresses of real rows do. The rows come in the order of these values, so that
 * filling an index touches each page once.
 */

/** What the two dialects write differently. Arguments and results are SQL. */
export type FillerDialect = {
  /** A row source with one column, `n`. */
  numbers: (from: number, to: number) => string
  /** Whole numbers, padded with zeros. */
  padded: (value: string, length: number) => string
  hex8: (value: string) => string
  /** Random hexadecimal digits, 56 of them. */
  hex56: string
  bytes: (hex: string) => string
  /** A statement after which the events that follow have later sequences; empty where that follows from the rows. */
  followSequence: string
}

export const SQLITE_FILLERS: FillerDialect = {
  numbers: (from, to) =>
    `(with recursive g(n) as (select ${from} union all select n + 1 from g where n < ${to - 1})
      select n from g)`,
  padded: (value, length) => `printf('%0${length}d', ${value})`,
  hex8: (value) => `printf('%08x', ${value})`,
  hex56: 'lower(hex(randomblob(28)))',
  bytes: (hex) => `unhex(${hex})`,
  followSequence: '',
}

export const POSTGRES_FILLERS: FillerDialect = {
  numbers: (from, to) => `(select n from generate_series(${from}::bigint, ${to - 1}) as g(n))`,
  padded: (value, length) => `lpad((${value})::text, ${length}, '0')`,
  hex8: (value) => `lpad(to_hex(${value}), 8, '0')`,
  hex56: `substr(md5(n::text) || md5((-n)::text), 1, 56)`,
  bytes: (hex) => `decode(${hex}, 'hex')`,
  followSequence: `select setval('event_sequence', coalesce(max(sequence), 0) + 1, false) from events`,
}

/** The links from one size to the next, two a member, of which a statement writes some. */
export type GrowthStep = { from: number; to: number }

const WALLETS_A_MEMBER = 2
const DAY_MS = 86_400_000
/** The links of each step are spread over so many days: a third of their events is still kept. */
const DAYS = 90
/** As the sweep leaves them by default; a session is kept for a day after its half one. */
const KEPT_DAYS = { events: 30, attempts: 1, sessions: 1.5 }
const UNTIL_MS = Date.now()
const SINCE_MS = UNTIL_MS - DAYS * DAY_MS
/** The characters of base64url in the order of their bytes. */
const ALPHABET = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
const ID_PLACES = 64 ** 4
const HEX_PLACES = 16 ** 8

/** The statements that write the links `some` of a step, with all that belongs to them. */
export function writeFillers(dialect: FillerDialect, step: GrowthStep, some: GrowthStep): string[] {
  return [
    insertMembers(dialect, step, some),
    insertWallets(dialect, step, some),
    insertEvents(dialect, step, some),
    insertAttempts(dialect, step, some),
    insertSessions(dialect, step, some),
  ].filter((statement) => statement !== null)
}

function insertMembers(dialect: FillerDialect, step: GrowthStep, some: GrowthStep): string {
  const members = toMembers(step)
  const { from, to } = toMembers(some)
  const key = dialect.bytes(spreadHex(dialect, members))
  return `insert into users (id, telegram_key, profile, language, may_message, created_at,
      last_seen_at)
    select ${spreadId(dialect, 'n', members)}, ${key}, ${dialect.bytes(dialect.hex56)}, 'en', 1,
      ${spreadTime(members)}, ${spreadTime(members)} from ${dialect.numbers(from, to)} as numbers`
}

function insertWallets(dialect: FillerDialect, step: GrowthStep, { from, to }: GrowthStep): string {
  const { hex56 } = dialect
  return `insert into wallets (id, user_id, family, network, address, kind, level, binding,
      key_source, is_primary, linked_at, verified_at, proof)
    select ${spreadId(dialect, 'n', step)}, ${memberId(dialect, step)}, 'ton', '-239',
      '0:' || ${spreadHex(dialect, step)}, 'v5r1', 'key', 'domain', 'state-init',
      1 - n % ${WALLETS_A_MEMBER}, ${spreadTime(step)}, ${spreadTime(step)}, ${dialect.bytes(hex56)}
    from ${dialect.numbers(from, to)} as numbers`
}

function insertEvents(dialect: FillerDialect, step: GrowthStep, some: GrowthStep): string | null {
  const kept = keep(step, some, KEPT_DAYS.events)
  if (!kept) return null
  const next = `last + n - ${kept.from} + 1`
  const body = dialect.bytes(`${dialect.hex56} || ${dialect.hex56}`)
  return `insert into events (sequence, id, type, user_id, body, created_at, position, tries,
      delivery, waits_behind, delivery_tries)
    select ${next}, ${spreadId(dialect, 'n', step)}, 'wallet.linked', ${memberId(dialect, step)},
      ${body}, ${spreadTime(step)}, ${next}, 1, 'delivered', 0, 1
    from event_positions, ${dialect.numbers(kept.from, kept.to)} as numbers`
}

/** Linked attempts: others are swept the same way. */
function insertAttempts(dialect: FillerDialect, step: GrowthStep, some: GrowthStep): string | null {
  const kept = keep(step, some, KEPT_DAYS.attempts)
  if (!kept) return null
  const id = spreadId(dialect, 'n', step)
  const nonce = `${id} || ${dialect.padded('n', 21)}`
  return `insert into attempts (id, user_id, family, state, nonce, wallet_app, wallet_id,
      created_at, expires_at, client_platform, client_version, outcome_taken)
    select ${id}, ${memberId(dialect, step)}, 'ton', 'linked', ${nonce}, 'tonkeeper', ${id},
      ${spreadTime(step)}, ${spreadTime(step)} + ${TON_ATTEMPT_TTL_MS}, 'ios', '9.1', 1
    from ${dialect.numbers(kept.from, kept.to)} as numbers`
}

function insertSessions(dialect: FillerDialect, step: GrowthStep, some: GrowthStep): string | null {
  const kept = keep(step, some, KEPT_DAYS.sessions)
  if (!kept) return null
  return `insert into sessions (token_hash, user_id, expires_at)
    select ${dialect.bytes(spreadHex(dialect, step))}, ${memberId(dialect, step)},
      ${spreadTime(step)} + ${SESSION_TTL_MS}
    from ${dialect.numbers(kept.from, kept.to)} as numbers`
}

/** Those of `some` that are no older than so many days. */
function keep(step: GrowthStep, some: GrowthStep, days: number): GrowthStep | null {
  const first = step.to - Math.ceil(((step.to - step.from) * days) / DAYS)
  const from = Math.max(first, some.from)
  return from < some.to ? { from, to: some.to } : null
}

function toMembers({ from, to }: GrowthStep): GrowthStep {
  return { from: from / WALLETS_A_MEMBER, to: to / WALLETS_A_MEMBER }
}

function memberId(dialect: FillerDialect, step: GrowthStep): string {
  return spreadId(dialect, `(n / ${WALLETS_A_MEMBER})`, toMembers(step))
}

/** 22 characters of base64url, as an id has them. */
function spreadId({ padded }: FillerDialect, value: string, step: GrowthStep): string {
  const place = spread(value, step, ID_PLACES)
  const digit = (unit: number) =>
    `substr('${ALPHABET}', 1 + cast((${place} / ${unit}) % 64 as integer), 1)`
  return [...[64 ** 3, 64 ** 2, 64, 1].map(digit), padded(value, 18)].join(' || ')
}

/** 64 hexadecimal digits. */
function spreadHex({ hex8, hex56 }: FillerDialect, step: GrowthStep): string {
  return `${hex8(spread('n', step, HEX_PLACES))} || ${hex56}`
}

function spreadTime(step: GrowthStep): string {
  return `${SINCE_MS} + ${spread('n', step, DAYS * DAY_MS)}`
}

/** Whole numbers from 0 to below `places`, in the order of the step. */
function spread(value: string, { from, to }: GrowthStep, places: number): string {
  return `(${value} - ${from}) * ${places} / ${to - from}`
}
