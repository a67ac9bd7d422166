import * as v from 'valibot'
import type { AssociatedData } from './field-cipher.ts'
import type { Schema } from './schema.ts'

type Marked<Table extends keyof Schema, Mark extends string> = {
  [Column in keyof Schema[Table]]: Mark extends keyof NonNullable<Schema[Table][Column]>
    ? Column
    : never
}[keyof Schema[Table]]

type SealedColumn<Table extends keyof Schema> = Marked<Table, 'sealed'>

type SealedTables = {
  [Table in keyof Schema as [SealedColumn<Table>] extends [never] ? never : Table]: {
    /** The columns that name a row in the associated data. An index has them in this order. */
    key: readonly (keyof Schema[Table])[]
    /**
     * Each sealed column, with the name of its table in the associated data. It is another name where the table was
     * renamed or its rows come from another one, because neither seals the values again.
     */
    sealed: Record<SealedColumn<Table>, string>
    /** Each column with keyed hashes, with the sealed column and what of it is hashed. */
    lookups: Record<
      Marked<Table, 'lookup'>,
      { of: SealedColumn<Table>; read: (plain: string) => string }
    >
  }
}

const WithTelegramId = v.pipe(v.string(), v.parseJson(), v.object({ telegramId: v.string() }))
const readTelegramId = (json: string) => v.parse(WithTelegramId, json).telegramId

/** Everything in the database that depends on DATA_KEY. */
export const SEALED_TABLES = {
  users: {
    key: ['id'],
    sealed: { profile: 'users' },
    lookups: { telegram_key: { of: 'profile', read: readTelegramId } },
  },
  chats: {
    key: ['id'],
    sealed: { profile: 'chats' },
    lookups: { telegram_key: { of: 'profile', read: readTelegramId } },
  },
  request_posts: {
    key: ['id'],
    sealed: { inline_id: 'request_posts' },
    lookups: { inline_key: { of: 'inline_id', read: (id) => id } },
  },
  wallets: {
    key: ['id'],
    sealed: { label: 'wallets', proof: 'wallets', launch: 'wallets', evidence: 'wallets' },
    lookups: {},
  },
  // The values stay sealed as they are in `wallets`.
  unlinked_wallets: {
    key: ['id'],
    sealed: { label: 'wallets', proof: 'wallets', launch: 'wallets', evidence: 'wallets' },
    lookups: {},
  },
  attempts: { key: ['id'], sealed: { message: 'attempts' }, lookups: {} },
  consents: { key: ['attempt_id'], sealed: { proof: 'consents' }, lookups: {} },
  cosignings: { key: ['code'], sealed: { message: 'collections' }, lookups: {} },
  confirmations: {
    key: ['id'],
    sealed: { signature: 'words', proof: 'confirmations' },
    lookups: {},
  },
  joins: {
    key: ['id'],
    sealed: { query_id: 'joins' },
    lookups: { query_key: { of: 'query_id', read: (id) => id } },
  },
  events: { key: ['id'], sealed: { body: 'events' }, lookups: {} },
  idempotent_replies: {
    key: ['key_id', 'key_hash'],
    sealed: { body: 'idempotent_replies' },
    lookups: {},
  },
} as const satisfies SealedTables

export type SealedTable = keyof typeof SEALED_TABLES

/** In the order in which a change of the key goes through them. */
export const SEALED_TABLE_NAMES = Object.keys(SEALED_TABLES).filter(isSealedTable)

export function isSealedTable(name: unknown): name is SealedTable {
  return typeof name === 'string' && Object.hasOwn(SEALED_TABLES, name)
}

/** A table's description for code that goes through all of them. */
export function describeSealed(table: SealedTable): {
  key: readonly string[]
  sealed: Readonly<Partial<Record<string, string>>>
  lookups: Readonly<Partial<Record<string, { of: string; read: (plain: string) => string }>>>
} {
  return SEALED_TABLES[table]
}

/** The value of one column of a table's `key`. */
export type KeyPart = string | Uint8Array

/**
 * The place to which a value is sealed.
 *
 * @param key the row's values in the columns of the table's `key`
 */
export function placeOf<Table extends SealedTable>(
  table: Table,
  column: keyof (typeof SEALED_TABLES)[Table]['sealed'] & string,
  ...key: readonly KeyPart[]
): AssociatedData {
  return findPlace(table, column, key)
}

/** The same, with the name of the column as a text. */
export function findPlace(
  table: SealedTable,
  column: string,
  key: readonly KeyPart[],
): AssociatedData {
  const row = key.map((part) => (typeof part === 'string' ? part : toText(part))).join('-')
  return { table: describeSealed(table).sealed[column] ?? table, column, row }
}

function toText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
