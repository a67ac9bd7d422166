import type { SelectQueryBuilder } from 'kysely'
import type { Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import { doorsOf, linksTo } from './multisig-rows.ts'

type ChosenMultisigs = SelectQueryBuilder<Schema, 'multisigs', { id: string }>

/** Deletes those of the chosen multisigs that no link, no stored cosigning and no door needs. Returns how many. */
export async function deleteUnneeded(
  sql: Sql,
  choose: (query: ChosenMultisigs) => ChosenMultisigs,
): Promise<number> {
  const unneeded = sql
    .selectFrom('multisigs')
    .select('multisigs.id')
    .where((query) => {
      const cosignings = query
        .selectFrom('cosignings')
        .select('cosignings.code')
        .whereRef('cosignings.multisig_id', '=', 'multisigs.id')
      return query.not(
        query.or([
          query.exists(linksTo(query)),
          query.exists(cosignings),
          query.exists(doorsOf(query)),
        ]),
      )
    })
  const deleted = await sql
    .deleteFrom('multisigs')
    .where('id', 'in', choose(unneeded))
    .returning('id')
    .execute()
  return deleted.length
}
