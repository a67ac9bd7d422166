import type { RawBuilder } from 'kysely'
import { type FieldCipher, SealedFieldError } from '../database/field-cipher.ts'
import type { Sql } from '../database/sql-database.ts'
import { keepNames } from '../rows/name-terms.ts'
import type { SqlContext } from '../rows/transaction.ts'
import { toStoredUser, type UserRow } from '../rows/user-rows.ts'

/** Members whom one transaction deals with: so few that nobody waits long behind it. */
const BATCH_MEMBERS = 50
/** Of a member whose names cannot be unsealed. */
const UNREADABLE = new Uint8Array()

/** Brings what members are found by to what the operator wants: the terms of everybody's names, or of nobody's. */
export function createNameUpkeep({ database, cipher, keepsNames }: SqlContext) {
  return {
    /** Deals with the next members; false where all are dealt with. */
    followNames: (): Promise<boolean> =>
      database.write((sql) =>
        keepsNames ? keepNext({ sql, cipher, takeFree: database.takeFree }) : deleteNext(sql),
      ),
  }
}

type Batch = { sql: Sql; cipher: FieldCipher; takeFree: RawBuilder<unknown> }

async function keepNext({ sql, cipher, takeFree }: Batch): Promise<boolean> {
  const rows = await sql
    .selectFrom('users')
    .selectAll()
    .where('name_key', 'is', null)
    .orderBy('id')
    .limit(BATCH_MEMBERS)
    .modifyEnd(takeFree)
    .execute()
  for (const row of rows) await keepOne({ sql, cipher }, row)
  return rows.length > 0
}

async function keepOne({ sql, cipher }: Omit<Batch, 'takeFree'>, row: UserRow): Promise<void> {
  try {
    await keepNames({ sql, cipher, keepsNames: true }, toStoredUser(row, cipher), row)
  } catch (error) {
    if (!(error instanceof SealedFieldError)) throw error
    await sql.updateTable('users').set({ name_key: UNREADABLE }).where('id', '=', row.id).execute()
  }
}

async function deleteNext(sql: Sql): Promise<boolean> {
  const rows = await sql
    .selectFrom('name_terms')
    .select('user_id')
    .distinct()
    .orderBy('user_id')
    .limit(BATCH_MEMBERS)
    .execute()
  if (rows.length === 0) return false
  const ids = rows.map(({ user_id }) => user_id)
  await sql.updateTable('users').set({ name_key: null }).where('id', 'in', ids).execute()
  await sql.deleteFrom('name_terms').where('user_id', 'in', ids).execute()
  return true
}
