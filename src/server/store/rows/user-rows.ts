import * as v from 'valibot'
import type { Selectable } from 'kysely'
import { findRow, findRowsById } from '../database/find-row.ts'
import { type FieldCipher, jsonUnsealer, sealJson } from '../database/field-cipher.ts'
import { placeOf } from '../database/sealed-tables.ts'
import type { Schema } from '../database/schema.ts'
import type { StoredUser } from '../database/stored.ts'
import type { Transaction, RowReader } from './transaction.ts'

/** The member was deleted while the call was under way. */
export class MemberGoneError extends Error {
  override name = 'MemberGoneError'
}

/** A member as the operator's code knows them. */
export type OperatorUser = Pick<StoredUser, 'id' | 'telegramId'>

/** A member as an admin knows them. */
export type HolderUser = OperatorUser & Pick<StoredUser, 'firstName' | 'username'>

export type UserRow = Selectable<Schema['users']>

export function findUserByTelegramId(
  { sql, cipher }: RowReader,
  telegramId: string,
): Promise<UserRow | undefined> {
  return sql
    .selectFrom('users')
    .selectAll()
    .where('telegram_key', 'in', cipher.lookups(telegramId))
    .executeTakeFirst()
}

/** These members by their ids. Deleted ones are left out. */
export async function findUsers(
  { sql, cipher }: RowReader,
  ids: readonly (string | null)[],
): Promise<Map<string, StoredUser>> {
  const rows = await findRowsById(sql, 'users', ids)
  return new Map(Array.from(rows, ([id, row]) => [id, toStoredUser(row, cipher)]))
}

/**
 * Ensures that the member is not deleted before the end of the transaction.
 *
 * @throws {MemberGoneError}
 */
export async function holdMember(
  { sql, lock }: Pick<Transaction, 'sql' | 'lock'>,
  userId: string,
): Promise<void> {
  await lock(`user:${userId}`)
  if (!(await findRow(sql, 'users', { id: userId }))) throw new MemberGoneError()
}

export function toOperatorUser(
  row: Pick<UserRow, 'id' | 'profile'>,
  cipher: FieldCipher,
): OperatorUser {
  return { id: row.id, telegramId: unsealProfile(row, cipher).telegramId }
}

export function toHolderUser(
  row: Pick<UserRow, 'id' | 'profile'>,
  cipher: FieldCipher,
): HolderUser {
  return { id: row.id, ...unsealProfile(row, cipher) }
}

export function toStoredUser(row: UserRow, cipher: FieldCipher): StoredUser {
  return {
    id: row.id,
    ...unsealProfile(row, cipher),
    language: row.chosen_language ?? row.language,
    chosenLanguage: row.chosen_language,
    mayMessage: row.may_message === 1,
    isWriteAccessReported: row.write_access_reported === 1,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
  }
}

const unsealStoredProfile = jsonUnsealer(
  v.object({
    telegramId: v.string(),
    firstName: v.string(),
    username: v.nullable(v.string()),
  }),
)

export function sealProfile(user: StoredUser, cipher: FieldCipher): Uint8Array {
  const { id, telegramId, firstName, username } = user
  return sealJson({ telegramId, firstName, username }, placeOf('users', 'profile', id), cipher)
}

function unsealProfile({ id, profile }: Pick<UserRow, 'id' | 'profile'>, cipher: FieldCipher) {
  return unsealStoredProfile(profile, placeOf('users', 'profile', id), cipher)
}
