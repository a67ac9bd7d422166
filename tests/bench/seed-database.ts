import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import { createApiKey } from '#server/http/host/api-key.ts'
import type { Schema } from '#server/store/database/schema.ts'
import { sampleProof } from '#tests/support/proof-samples.ts'
import { sealJson } from '#server/store/database/field-cipher.ts'
import { placeOf } from '#server/store/database/sealed-tables.ts'
import { CIPHER, openBenchStore, openDatabase } from './bench-store.ts'

/** Rows an insert: below what either dialect binds in one statement. */
const ROWS_AT_ONCE = 1_000
const KEYS = 500
const WALLETS_A_MEMBER = 2
const SINCE_MS = Date.UTC(2026, 0, 1)
const MINUTE_MS = 60_000
/** The wallets are linked over so many minutes, about nine months. */
const MINUTES = 400_000

/**
 * Fills an empty database with wallets, two a member, in large inserts instead of one by one.
 * Answers API keys, enough of them that no rate limit is met.
 */
export async function seedDatabase(databaseUrl: string, wallets: number): Promise<string[]> {
  const keys = await makeKeys(databaseUrl)
  const database = await openDatabase(databaseUrl)
  for (const indexes of batches(Math.ceil(wallets / WALLETS_A_MEMBER))) {
    const rows = indexes.map((index) => memberRow(index))
    await database.write((sql) => sql.insertInto('users').values(rows).execute())
  }
  for (const indexes of batches(wallets)) {
    const rows = indexes.map(walletRow)
    await database.write((sql) => sql.insertInto('wallets').values(rows).execute())
  }
  await database.close()
  return keys
}

async function makeKeys(databaseUrl: string): Promise<string[]> {
  const store = await openBenchStore(databaseUrl)
  const keys = Array.from({ length: KEYS }, createApiKey)
  for (const [index, { hash }] of keys.entries()) {
    await store.addApiKey({ name: `bench-${index}`, scopes: ['wallets:read'], hash }, SINCE_MS)
  }
  await store.close()
  return keys.map(({ key }) => key)
}

export function telegramId(member: number): string {
  return String(1_000_000 + member)
}

export function address(wallet: number): string {
  return `0:${createHash('sha256').update(`wallet ${wallet}`).digest('hex')}`
}

export function getId(kind: 'member' | 'wallet', index: number): string {
  return createHash('sha256').update(`${kind} ${index}`).digest('base64url').slice(0, 22)
}

/** The numbers from 0 to `count`, {@link ROWS_AT_ONCE} at a time. */
export function* batches(count: number): Generator<number[]> {
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const length = Math.min(ROWS_AT_ONCE, count - from)
    yield Array.from({ length }, (_, index) => from + index)
  }
}

/** A server has nothing to catch up with: it takes the names for stored, by which nobody is looked for here. */
export function memberRow(index: number): Insertable<Schema['users']> {
  const id = getId('member', index)
  const names = { telegramId: telegramId(index), firstName: 'Member', username: null }
  return {
    id,
    ...profileOf(id, names),
    language: 'en',
    may_message: 0,
    write_access_reported: 0,
    created_at: SINCE_MS,
    last_seen_at: SINCE_MS,
    name_key: CIPHER.lookup('name:member'),
  }
}

type SeededNames = { telegramId: string; firstName: string; username: string | null }

/** The columns of this row that say who the member is. */
export function profileOf(id: string, names: SeededNames) {
  return {
    telegram_key: CIPHER.lookup(names.telegramId),
    profile: sealJson(names, placeOf('users', 'profile', id), CIPHER),
  }
}

function walletRow(index: number): Insertable<Schema['wallets']> {
  const id = getId('wallet', index)
  const at = SINCE_MS + (index % MINUTES) * MINUTE_MS
  return {
    id,
    user_id: getId('member', Math.floor(index / WALLETS_A_MEMBER)),
    family: 'ton',
    network: '-239',
    address: address(index),
    kind: 'v5r1',
    level: 'key',
    binding: 'domain',
    key_source: 'state-init',
    label: null,
    is_primary: index % WALLETS_A_MEMBER === 0 ? 1 : 0,
    linked_at: at,
    verified_at: at,
    proof: sealJson(sampleProof(), placeOf('wallets', 'proof', id), CIPHER),
  }
}
