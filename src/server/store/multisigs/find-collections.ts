import type { ExpressionBuilder } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import type { EpochMs, Store } from '../store.ts'
import type { SqlContext } from '../write-unit.ts'
import { findRow, openCollections, openRow, openRows } from './collection-rows.ts'

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
    async findCollection(code, now) {
      const row = await findRow(read, code)
      return row && openRow(readerAt(now), row)
    },

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
      const open = openCollections(read, now).selectAll()
      const rows = await newestFirst(open.orderBy((query) => isPassive(query, userId)))
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

type Query = ExpressionBuilder<Schema, 'collections'>

/** Started, spoken, opened, or a known owner. */
function hasPart(query: Query, userId: string) {
  return query.or([hasActed(query, userId), query('code', 'in', viewed(query, userId))])
}

/** Started, spoken, or opened: what strangers start comes after it, however much that is. */
function hasActed(query: Query, userId: string) {
  const spoken = query.selectFrom('words').select('collection_code').where('user_id', '=', userId)
  return query.or([
    query('starter_id', '=', userId),
    query('code', 'in', spoken),
    query('code', 'in', viewed(query, userId).where('part', '=', 'opened')),
  ])
}

/** 0 where the member has acted, and 1 where not. */
function isPassive(query: Query, userId: string) {
  return query.case().when(hasActed(query, userId)).then(0).else(1).end()
}

function viewed(query: Query, userId: string) {
  return query
    .selectFrom('collection_viewers')
    .select('collection_code')
    .where('user_id', '=', userId)
}
