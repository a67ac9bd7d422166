import type { ExpressionBuilder } from 'kysely'
import { findRow } from '../database/find-row.ts'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import type { EpochMs } from '../database/stored.ts'
import type { SqlContext } from '../rows/transaction.ts'
import {
  openCosignings,
  unsealRow,
  unsealRows,
  type StoredCosigning,
} from '../rows/cosigning-rows.ts'

/** Most cosignings in a list on a screen. */
const MAX_LISTED = 20

export function createFindCosignings(context: SqlContext) {
  const { sql } = context
  const readerAt = (now: EpochMs) => ({ ...context, now })
  return {
    async findCosigning(code: string, now: EpochMs): Promise<StoredCosigning | undefined> {
      const row = await findRow(sql, 'cosignings', { code })
      return row && unsealRow(readerAt(now), row)
    },

    /** The live cosigning that the member started, for a multisig or for an attempt. */
    async findOwnCosigning(
      userId: string,
      of: { multisigId: string } | { attemptId: string },
      now: EpochMs,
    ): Promise<StoredCosigning | undefined> {
      const row = await newestFirst(openCosignings(sql, now).selectAll())
        .where('starter_id', '=', userId)
        .where((query) =>
          'multisigId' in of
            ? query('multisig_id', '=', of.multisigId)
            : query('attempt_id', '=', of.attemptId),
        )
        .limit(1)
        .executeTakeFirst()
      return row && unsealRow(readerAt(now), row)
    },

    /**
     * Open cosignings in which the member has a part, at most 20. First come those that they started, confirmed in or
     * opened, then those where they are a known owner. Within each group the newest comes first.
     */
    async listCosignings(userId: string, now: EpochMs): Promise<StoredCosigning[]> {
      const open = openCosignings(sql, now).selectAll()
      const rows = await newestFirst(open.orderBy((query) => isPassive(query, userId)))
        .where((query) => hasPart(query, userId))
        .limit(MAX_LISTED)
        .execute()
      return unsealRows(readerAt(now), rows)
    },

    /** The stored cosignings of a multisig, open and ended, the newest first, at most 20. */
    async listMultisigCosignings(multisigId: string, now: EpochMs): Promise<StoredCosigning[]> {
      const rows = await newestFirst(allCosignings(sql))
        .where('multisig_id', '=', multisigId)
        .limit(MAX_LISTED)
        .execute()
      return unsealRows(readerAt(now), rows)
    },

    /** All stored cosignings in which the member has a part, open and ended, the newest first, for their export. */
    async listAllCosignings(userId: string, now: EpochMs): Promise<StoredCosigning[]> {
      const rows = await newestFirst(allCosignings(sql))
        .where((query) => hasPart(query, userId))
        .execute()
      return unsealRows(readerAt(now), rows)
    },
  }
}

function allCosignings(sql: Sql) {
  return sql.selectFrom('cosignings').selectAll()
}

function newestFirst(query: ReturnType<typeof allCosignings>) {
  return query.orderBy('created_at', 'desc').orderBy('code')
}

type CosigningQuery = ExpressionBuilder<Schema, 'cosignings'>

/** Whether the member has started, confirmed or opened it, or is a known owner. */
function hasPart(query: CosigningQuery, userId: string) {
  return query.or([hasActed(query, userId), query('code', 'in', viewed(query, userId))])
}

/**
 * Whether the member has started, confirmed or opened it. These come first, so strangers' cosignings cannot displace
 * them.
 */
function hasActed(query: CosigningQuery, userId: string) {
  const confirmed = query
    .selectFrom('confirmations')
    .select('cosigning_code')
    .where('user_id', '=', userId)
  return query.or([
    query('starter_id', '=', userId),
    query('code', 'in', confirmed),
    query('code', 'in', viewed(query, userId).where('part', 'in', ['opened', 'signed'])),
  ])
}

/** 0 if the member has acted, 1 if not. */
function isPassive(query: CosigningQuery, userId: string) {
  return query.case().when(hasActed(query, userId)).then(0).else(1).end()
}

function viewed(query: CosigningQuery, userId: string) {
  return query
    .selectFrom('cosigning_viewers')
    .select('cosigning_code')
    .where('user_id', '=', userId)
}
