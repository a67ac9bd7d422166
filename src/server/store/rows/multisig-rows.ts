import * as v from 'valibot'
import {
  sql as raw,
  type ExpressionBuilder,
  type Selectable,
  type SelectQueryBuilder,
} from 'kysely'
import { evmNetwork } from '#shared/evm-network.ts'
import { type ReadMultisig, ReadMultisigSchema } from '../../chains/read-multisig.ts'
import { findRow, findRowsById } from '../database/find-row.ts'
import type { MultisigNetwork, Schema } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import type { StoredMultisig } from '../database/stored.ts'

export type MultisigRow = Selectable<Schema['multisigs']>

/** The columns that identify a multisig, or a wallet. */
type MultisigKey = { family: string; network: string; address: string }

const StoredReadingSchema = v.pipe(v.string(), v.parseJson(), ReadMultisigSchema)

export function multisigNetwork(read: ReadMultisig): MultisigNetwork {
  return read.family === 'ton' ? read.network : evmNetwork(read.chainId)
}

export function toStoredMultisig(row: MultisigRow): StoredMultisig {
  const { id, reading, checked_at: checkedAt, bypassed_at } = row
  return {
    ...v.parse(StoredReadingSchema, reading),
    id,
    checkedAt,
    isBypassed: bypassed_at !== null,
  }
}

/** Undefined for none, and for an id that is null. */
export async function findMultisig(
  sql: Sql,
  id: string | null,
): Promise<StoredMultisig | undefined> {
  const row = id === null ? undefined : await findRow(sql, 'multisigs', { id })
  return row && toStoredMultisig(row)
}

/** Multisigs by their ids. */
export async function findMultisigs(
  sql: Sql,
  ids: readonly string[],
): Promise<Map<string, StoredMultisig>> {
  const rows = await findRowsById(sql, 'multisigs', ids)
  return new Map(Array.from(rows, ([id, row]) => [id, toStoredMultisig(row)]))
}

/** Returns a function that finds the multisig at one of these places, which are read in one query. */
export async function multisigFinder(
  sql: Sql,
  places: readonly MultisigKey[],
): Promise<(place: MultisigKey) => StoredMultisig | null> {
  const rows = await sql
    .selectFrom('multisigs')
    .selectAll()
    .where('address', 'in', [...new Set(places.map(({ address }) => address))])
    .execute()
  const found = new Map(rows.map((row) => [addressName(row), toStoredMultisig(row)]))
  return (place) => found.get(addressName(place)) ?? null
}

/** Selects the wallets that are the multisig of the outer query. */
export function linksTo(query: Pick<ExpressionBuilder<Schema, 'multisigs'>, 'selectFrom'>) {
  return query
    .selectFrom('wallets')
    .select('wallets.id')
    .where(raw<boolean>`wallets.family = multisigs.family`)
    .where(raw<boolean>`wallets.address = multisigs.address`)
    .where(raw<boolean>`wallets.network = multisigs.network`)
    .where('wallets.level', '!=', 'key')
}

/** Selects the doors that ask for owners of the multisig of the outer query, and whom they have let in as such. */
export function doorsOf(query: Pick<ExpressionBuilder<Schema, 'multisigs'>, 'selectFrom'>) {
  const letIn = query
    .selectFrom('joins')
    .select('joins.chat_id')
    .where(raw<boolean>`joins.multisig_id = multisigs.id`)
    .where('joins.state', '=', 'approved')
    .where('joins.ended_at', 'is', null)
  return query
    .selectFrom('doors')
    .select('doors.chat_id')
    .where(raw<boolean>`doors.multisig_id = multisigs.id`)
    .union(letIn)
}

function addressName({ family, network, address }: MultisigKey): string {
  return `${family}:${network}:${address}`
}

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
