import { sql as raw, type Expression, type RawBuilder, type Selectable, type SqlBool } from 'kysely'
import { isPostgres } from '../database/migrations.ts'
import type { Schema } from '../database/schema.ts'
import type { EpochMs } from '../database/stored.ts'
import type { Transaction } from './transaction.ts'

type Column<Table extends keyof Schema> = keyof Schema[Table] & string

type Lease<Table extends keyof Schema> = {
  table: Table
  key: Column<Table>
  /** The column with the time from which a row is due. Until then it is leased, or has nothing to do. */
  at: Column<Table>
  until: EpochMs
  limit: number
  /** Which rows may be taken. @default all */
  among?: Expression<SqlBool>
  /** Which come first. It must fit an index, or `among` must leave few rows, because these are sorted. @default `at`, `key` */
  first?: readonly Column<Table>[]
  /** What the lease sets beside `at`. */
  sets?: RawBuilder<unknown>
}

/** Whether a row is due. Usually none is, and a read costs less than the transaction of a lease. */
export async function hasDue<Table extends keyof Schema>(
  sql: Transaction['sql'],
  lease: Pick<Lease<Table>, 'table' | 'at'>,
  now: EpochMs,
): Promise<boolean> {
  const { rows } = await raw`
    select 1 from ${raw.table(lease.table)} where ${raw.ref(lease.at)} <= ${now} limit 1`.execute(
    sql,
  )
  return rows.length > 0
}

/**
 * Takes rows that are due, so that no other process works on them until `until`. The condition stands outside the
 * choice too, because on Postgres two leasers may choose the same rows. The second then finds them taken. Whatever they
 * are chosen by, the rows are locked in the order of their key: leases of one table by two columns would meet in a
 * deadlock.
 */
export async function leaseDue<Table extends keyof Schema>(
  { sql, now }: Pick<Transaction, 'sql' | 'now'>,
  { table, until, limit, among = raw<SqlBool>`1 = 1`, sets, ...lease }: Lease<Table>,
): Promise<Selectable<Schema[Table]>[]> {
  const [name, key, at] = [raw.table(table), raw.ref(lease.key), raw.ref(lease.at)]
  const first = (lease.first ?? [lease.at, lease.key]).map((column) => raw.ref(column))
  const hold = isPostgres(sql) ? raw`for update` : raw``
  const { rows } = await raw<Selectable<Schema[Table]>>`
    update ${name} set ${at} = ${until}${sets ? raw`, ${sets}` : raw``}
    where ${at} <= ${now} and ${key} in (
      select ${key} from ${name} where ${key} in (
        select ${key} from ${name} where ${at} <= ${now} and ${among}
        order by ${raw.join(first)} limit ${limit}
      ) order by ${key} ${hold}
    ) returning *`.execute(sql)
  return rows
}
