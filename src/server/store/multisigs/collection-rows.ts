import type { Selectable } from 'kysely'
import type { CollectionState } from '#shared/multisig.ts'
import type { FieldCipher, FieldPlace } from '../field-cipher.ts'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import { toStoredUser } from '../members/users.ts'
import type {
  StoredCollection,
  StoredMultisig,
  StoredWord,
  WordsSought,
} from '../multisig-store.ts'
import type { EpochMs, StoredUser } from '../store.ts'
import type { Unit } from '../write-unit.ts'
import { findMultisigs } from './multisig-rows.ts'

export type CollectionRow = Selectable<Schema['collections']>
type WordRow = Selectable<Schema['words']>
type Reader = Pick<Unit, 'sql' | 'cipher' | 'now'>

export function findRow(sql: Sql, code: string): Promise<CollectionRow | undefined> {
  return sql.selectFrom('collections').selectAll().where('code', '=', code).executeTakeFirst()
}

/** Those that take words at this moment. */
export function openCollections(sql: Sql, now: EpochMs) {
  return sql.selectFrom('collections').where('state', '=', 'open').where('expires_at', '>', now)
}

export function isOpen(row: CollectionRow, now: EpochMs): boolean {
  return presentState(row, now) === 'open'
}

function presentState({ state, expires_at }: CollectionRow, now: EpochMs): CollectionState {
  return state === 'open' && expires_at <= now ? 'expired' : state
}

/** The collection as it is now: undefined once it is gone, or its starter is. */
export async function openRow(
  reader: Reader,
  row: CollectionRow,
): Promise<StoredCollection | undefined> {
  const [collection] = await openRows(reader, [row])
  return collection
}

/** Opens collections in their order, with all that belongs to them read at once. */
export async function openRows(
  { sql, cipher, now }: Reader,
  rows: readonly CollectionRow[],
): Promise<StoredCollection[]> {
  if (rows.length === 0) return []
  const words = await findWords(
    sql,
    rows.map(({ code }) => code),
  )
  const people = [...rows.map((row) => row.starter_id), ...words.map((word) => word.user_id)]
  const parts: Parts = {
    words,
    users: await findUsers({ sql, cipher }, people),
    multisigs: await findMultisigs(
      sql,
      rows.map((row) => row.multisig_id),
    ),
    cipher,
  }
  return rows.flatMap((row) => toStoredCollection(row, parts, now) ?? [])
}

type Parts = {
  words: readonly WordRow[]
  users: ReadonlyMap<string, StoredUser>
  multisigs: ReadonlyMap<string, StoredMultisig>
  cipher: FieldCipher
}

/** Undefined where something that it needs went since its row was read. */
function toStoredCollection(
  row: CollectionRow,
  parts: Parts,
  now: EpochMs,
): StoredCollection | undefined {
  const starter = parts.users.get(row.starter_id)
  const multisig = parts.multisigs.get(row.multisig_id)
  if (!starter || !multisig) return undefined
  const words = parts.words.filter((word) => word.collection_code === row.code)
  return {
    code: row.code,
    attemptId: row.attempt_id,
    ...toWordsSought(row, multisig, parts.cipher),
    starter,
    state: presentState(row, now),
    problem: row.problem,
    words: words.flatMap((word) => toStoredWord(word, parts) ?? []),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}

function toWordsSought(
  { code, method, message }: CollectionRow,
  multisig: StoredMultisig,
  cipher: FieldCipher,
): WordsSought {
  if (method === 'agreements') return { method, multisig }
  if (multisig.family !== 'evm' || message === null)
    throw new TypeError('a collection of signatures has a Safe and a text')
  const text = Buffer.from(cipher.open(message, messagePlace(code))).toString()
  return { method, multisig, message: text }
}

/** A word whose giver went meanwhile goes, too. */
function toStoredWord(row: WordRow, { users, cipher }: Parts): StoredWord | undefined {
  const user = row.user_id === null ? null : users.get(row.user_id)
  if (user === undefined) return undefined
  return {
    owner: row.owner,
    user,
    binding: row.binding,
    signature: Uint8Array.from(cipher.open(row.signature, signaturePlace(row.id))),
    showsName: row.shows_name === 1,
    givenAt: row.given_at,
  }
}

function findWords(sql: Sql, codes: readonly string[]): Promise<WordRow[]> {
  return sql
    .selectFrom('words')
    .selectAll()
    .where('collection_code', 'in', codes)
    .orderBy('given_at')
    .orderBy('id')
    .execute()
}

async function findUsers(
  { sql, cipher }: Pick<Reader, 'sql' | 'cipher'>,
  ids: readonly (string | null)[],
): Promise<Map<string, StoredUser>> {
  const present = [...new Set(ids.filter((id) => id !== null))]
  const rows = await sql.selectFrom('users').selectAll().where('id', 'in', present).execute()
  return new Map(rows.map((row) => [row.id, toStoredUser(row, cipher)]))
}

/** @param row code: base64url but for its `_`, as ids are */
export function messagePlace(row: string): FieldPlace {
  return { table: 'collections', column: 'message', row }
}

export function signaturePlace(row: string): FieldPlace {
  return { table: 'words', column: 'signature', row }
}
