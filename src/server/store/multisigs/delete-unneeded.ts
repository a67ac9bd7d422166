import type { SelectQueryBuilder } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import { linksTo } from './multisig-checks.ts'

type Chosen = SelectQueryBuilder<Schema, 'multisigs', { id: string }>

/** Forgets multisigs of those chosen that no link rests on, and no collection that is kept; answers how many. */
export async function deleteUnneeded(sql: Sql, choose: (query: Chosen) => Chosen): Promise<number> {
  const unneeded = sql
    .selectFrom('multisigs')
    .select('multisigs.id')
    .where((query) => {
      const collections = query
        .selectFrom('collections')
        .select('collections.code')
        .whereRef('collections.multisig_id', '=', 'multisigs.id')
      return query.not(query.or([query.exists(linksTo(query)), query.exists(collections)]))
    })
  const deleted = await sql
    .deleteFrom('multisigs')
    .where('id', 'in', choose(unneeded))
    .returning('id')
    .execute()
  return deleted.length
}
