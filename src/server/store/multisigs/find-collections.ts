import type { ExpressionBuilder } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import type { EpochMs, Store } from '../store.ts'
import type { SqlContext } from '../write-unit.ts'
import { findCollection, openCollections, openRow, openRows } from './collection-rows.ts'

/** Collections in a list that a screen shows. */
const MAX_LISTED = 20

type FindCall =
  | 'findCollection'
  | 'findOwnCollection'
  | 'listCollections'
  | 'listCollectionsOf'
  | 'listAllCollections'

export function createFindCollections({
  database: { read },
  cipher,
}: SqlContext): Pick<Store, FindCall> {
  const readerAt = (now: EpochMs) => ({ sql: read, cipher, now })
  return {
    findCollection: (code, now) => findCollection(readerAt(now), code),

    async findOwnCollection(userId, of, now) {
      const row = await newestFirst(openCollections(read, now).selectAll())
        .where('starter_id', '=', userId)
        .where((query) =>
          'multisigId' in of
            ? query('multisig_id', '=', of.multisigId)
            : query('attempt_id', '=', of.attemptId),
        )
        .limit(1)
        .executeTakeFirst()
      return row && openRow(readerAt(now), row)
    },

    async listCollections(userId, now) {
      const rows = await newestFirst(openCollections(read, now).selectAll())
        .where((query) => hasPart(query, userId))
        .limit(MAX_LISTED)
        .execute()
      return openRows(readerAt(now), rows)
    },

    async listCollectionsOf(multisigId, now) {
      const rows = await newestFirst(allCollections(read))
        .where('multisig_id', '=', multisigId)
        .limit(MAX_LISTED)
        .execute()
      return openRows(readerAt(now), rows)
    },

    async listAllCollections(userId, now) {
      const rows = await newestFirst(allCollections(read))
        .where((query) => hasPart(query, userId))
        .execute()
      return openRows(readerAt(now), rows)
    },
  }
}

function allCollections(sql: Sql) {
  return sql.selectFrom('collections').selectAll()
}

function newestFirst(query: ReturnType<typeof allCollections>) {
  return query.orderBy('created_at', 'desc').orderBy('code')
}

/** Started, spoken, opened, or asked. */
function hasPart(query: ExpressionBuilder<Schema, 'collections'>, userId: string) {
  const codesOf = (table: 'words' | 'collection_viewers') =>
    query.selectFrom(table).select('collection_code').where('user_id', '=', userId)
  return query.or([
    query('starter_id', '=', userId),
    query('code', 'in', codesOf('words')),
    query('code', 'in', codesOf('collection_viewers')),
  ])
}
