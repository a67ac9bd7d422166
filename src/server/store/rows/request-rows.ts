import { sql as raw, type RawBuilder, type Selectable } from 'kysely'
import * as v from 'valibot'
import { FamiliesSchema } from '#shared/request.ts'
import type { Family } from '#shared/wallet.ts'
import { toStoredChat, type StoredChat } from './chat-rows.ts'
import { findRow, findRowsById } from '../database/find-row.ts'
import type { FieldCipher } from '../database/field-cipher.ts'
import { toStoredUser, type UserRow } from './user-rows.ts'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import type { EpochMs, StoredUser } from '../database/stored.ts'
import type { RowReader } from './transaction.ts'

/** Who made the request. `gone`: a member who has deleted everything. */
export type RequestMaker =
  | { kind: 'key'; keyId: string }
  | { kind: 'member'; user: StoredUser }
  | { kind: 'gone' }

/** A connect request. `closedAt` ends it before its time. */
export type StoredRequest = {
  code: string
  maker: RequestMaker
  /** The chat that it was made for. */
  chat: StoredChat | null
  /** Whether only members of the chat may answer; false without a chat. */
  membersOnly: boolean
  /** Whether anybody could have made it, in a group of their own, and anybody may answer it. */
  byAnybody: boolean
  /** How many answers it takes; null for no limit. */
  maxAnswers: number | null
  /** Families of the wallets that may answer. */
  families: Family[]
  createdAt: EpochMs
  expiresAt: EpochMs
  closedAt: EpochMs | null
}

/** A request with the number of its answers that are not withdrawn. */
export type CountedRequest = { request: StoredRequest; answered: number }

export type RequestRow = Selectable<Schema['requests']>

const SEPARATOR = ' '

export function joinFamilies(families: readonly Family[]): string {
  return families.join(SEPARATOR)
}

export function splitFamilies(families: string): Family[] {
  return v.parse(FamiliesSchema, families.split(SEPARATOR))
}

export function isOpen(
  { closed_at, expires_at }: Pick<RequestRow, 'closed_at' | 'expires_at'>,
  now: EpochMs,
): boolean {
  return closed_at === null && now < expires_at
}

/** The number of answers to a row of `requests` that are not withdrawn. */
export const STANDING_ANSWERS: RawBuilder<number> = raw<number>`(select count(*) from answers
  where answers.request_code = requests.code and answers.withdrawn_at is null)`

export function selectCounted(sql: Sql) {
  return sql.selectFrom('requests').selectAll('requests').select(STANDING_ANSWERS.as('answered'))
}

export async function findRequest(
  reader: RowReader,
  code: string,
): Promise<StoredRequest | undefined> {
  const row = await findRow(reader.sql, 'requests', { code })
  return row && unsealRequest(reader, row)
}

export async function findCounted(
  reader: RowReader,
  code: string,
): Promise<CountedRequest | undefined> {
  const row = await selectCounted(reader.sql).where('code', '=', code).executeTakeFirst()
  return row && { request: await unsealRequest(reader, row), answered: row.answered }
}

export async function unsealRequest(reader: RowReader, row: RequestRow): Promise<StoredRequest> {
  const unseal = await requestUnsealer(reader, [row])
  return unseal(row)
}

/** Returns a function that opens requests, with all their makers and chats read in one query each. */
export async function requestUnsealer(
  { sql, cipher }: RowReader,
  rows: readonly RequestRow[],
): Promise<(row: RequestRow) => StoredRequest> {
  const makerIds = rows.map(({ created_by }) => created_by)
  const chatIds = rows.map(({ chat_id }) => chat_id)
  const users = await findRowsById(sql, 'users', makerIds)
  const chats = await findRowsById(sql, 'chats', chatIds)
  return (row) => {
    const chat = row.chat_id === null ? undefined : chats.get(row.chat_id)
    return {
      code: row.code,
      maker: getMaker(row, users, cipher),
      chat: chat ? toStoredChat(chat, cipher) : null,
      membersOnly: row.members_only === 1,
      byAnybody: row.by_anybody === 1,
      maxAnswers: row.max_answers,
      families: splitFamilies(row.families),
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      closedAt: row.closed_at,
    }
  }
}

function getMaker(
  { key_id, created_by }: RequestRow,
  users: ReadonlyMap<string, UserRow>,
  cipher: FieldCipher,
): RequestMaker {
  if (key_id !== null) return { kind: 'key', keyId: key_id }
  const user = created_by === null ? undefined : users.get(created_by)
  return user ? { kind: 'member', user: toStoredUser(user, cipher) } : { kind: 'gone' }
}
