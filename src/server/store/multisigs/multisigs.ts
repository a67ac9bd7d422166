import { evmNetwork } from '#shared/evm-network.ts'
import type { EvmAccount } from '#shared/evm-account.ts'
import { NODE_LAG_MS } from '#shared/limits.ts'
import { isOfEarlierBlock, type ReadMultisig } from '../../chains/read-multisig.ts'
import type { Sql } from '../database/sql-database.ts'
import type { StoredMultisig, EpochMs } from '../database/stored.ts'
import {
  randomId,
  inTransaction,
  type SqlContext,
  type Transaction,
  transactional,
} from '../rows/transaction.ts'
import { endFormerOwners } from '../rows/join-rows.ts'
import {
  findMultisig,
  multisigNetwork,
  toStoredMultisig,
  type MultisigRow,
  doorsOf,
  linksTo,
} from '../rows/multisig-rows.ts'
import { expressionBuilder, type ExpressionBuilder } from 'kysely'
import type { Schema } from '../database/schema.ts'
import { isOpenAt } from '../rows/cosigning-rows.ts'
import { leaseDue } from '../rows/lease-due.ts'

/** A key, or a multisig, on its chains. EVM: a key is the same on all chains. */
export type OwnerKey = { family: 'ton' | 'evm'; address: string }

type MultisigLease = { before: EpochMs; until: EpochMs; limit: number }

/**
 * Most multisigs of one key in a list, so that strangers cannot fill it by making multisigs with this key as an owner.
 */
const MAX_OF_OWNER = 100
/** Most owners that one statement writes, because SQLite accepts at most 32,766 values. */
const OWNERS_AT_ONCE = 10_000

export function createMultisigs(context: SqlContext) {
  const { database } = context
  return {
    /**
     * Stores a reading in place of the previous one, unless that one is newer: asked later, or a moment ago at a later
     * block, which the node of this reading did not have yet. Returns the one that is stored then.
     */
    saveMultisig: (read: ReadMultisig, checkedAt: EpochMs) =>
      inTransaction(context, checkedAt, (trx) => saveMultisig(trx, read)),

    /**
     * Notes what made a Safe accept a message: the keys of its listed owners, or anything else. The last note counts.
     */
    async noteAcceptance(id: string, by: 'owners' | 'others', now: EpochMs): Promise<void> {
      await database.statement((sql) =>
        sql
          .updateTable('multisigs')
          .set({ bypassed_at: by === 'owners' ? null : now })
          .where('id', '=', id)
          .execute(),
      )
    },

    findMultisig: (id: string) => findMultisig(database.read, id),

    /** The Safe that its chain has shown at this address, and has not missed there since. */
    async findSafe({ chainId, address }: EvmAccount): Promise<StoredMultisig | undefined> {
      const row = await selectAt(database.read, {
        family: 'evm',
        network: evmNetwork(chainId),
        address,
      }).executeTakeFirst()
      return row?.missing_since === null ? toStoredMultisig(row) : undefined
    },

    /** Multisigs that have this key as an owner in their last reading, at most 100. Bypassed ones are left out. */
    async listOwnerMultisigs(owner: OwnerKey): Promise<StoredMultisig[]> {
      const found = await findByOwners(database.read, [owner])
      return found.get(owner.address) ?? []
    },

    /** The same for many keys in one query, by address. */
    listOwnersMultisigs: (owners: readonly OwnerKey[]) => findByOwners(database.read, owners),

    /**
     * Multisigs with links or open cosignings whose last reading is older than `before`, leased so that no other
     * process reads them too, those first that were tried longest ago.
     */
    leaseMultisigChecks: transactional(context, leaseChecks),

    /**
     * Notes that its chain showed no multisig at its address. The next successful reading clears this. Returns since
     * when; null if a newer reading shows it.
     */
    async noteMissing(id: string, seenAt: EpochMs): Promise<EpochMs | null> {
      const noted = await database.statement((sql) =>
        sql
          .updateTable('multisigs')
          .set((query) => ({
            missing_since: query.fn.coalesce('missing_since', query.val(seenAt)),
          }))
          .where('id', '=', id)
          .where('checked_at', '<=', seenAt)
          .returning('missing_since')
          .executeTakeFirst(),
      )
      return noted?.missing_since ?? null
    },
  }
}

/** The lock is held until the end, so the stored owners always match the reading, and no earlier block replaces it. */
async function saveMultisig(trx: Transaction, read: ReadMultisig): Promise<StoredMultisig> {
  const { sql, now: checkedAt } = trx
  const place = { family: read.family, network: multisigNetwork(read), address: read.address }
  await trx.lock(`multisig:${place.family}:${place.network}:${place.address}`)
  const known = await selectAt(sql, place).executeTakeFirst()
  const stored = known && toStoredMultisig(known)
  if (stored && isOutdated(read, stored, checkedAt)) {
    await sql
      .updateTable('multisigs')
      .set({ missing_since: null })
      .where('id', '=', stored.id)
      .execute()
    return stored
  }
  const columns = { reading: JSON.stringify(read), checked_at: checkedAt, missing_since: null }
  const saved = await sql
    .insertInto('multisigs')
    .values({ ...place, ...columns, id: randomId(), free_at: 0, bypassed_at: null })
    .onConflict((conflict) =>
      conflict
        .columns(['address', 'network', 'family'])
        .doUpdateSet(columns)
        .where('multisigs.checked_at', '<=', checkedAt),
    )
    .returningAll()
    .executeTakeFirst()
  if (!saved) return toStoredMultisig(await selectAt(sql, place).executeTakeFirstOrThrow())
  const gone = await writeOwners(sql, saved.id, read.owners)
  if (gone.length > 0) await endFormerOwners(trx, saved.id, gone)
  return toStoredMultisig(saved)
}

/** Later than {@link NODE_LAG_MS}, its chain has been set back, and no node is behind. */
function isOutdated(read: ReadMultisig, stored: StoredMultisig, checkedAt: EpochMs): boolean {
  return checkedAt - stored.checkedAt < NODE_LAG_MS && isOfEarlierBlock(read, stored)
}

function selectAt(
  sql: Sql,
  { family, network, address }: Pick<MultisigRow, 'family' | 'network' | 'address'>,
) {
  return sql
    .selectFrom('multisigs')
    .selectAll()
    .where('address', '=', address)
    .where('network', '=', network)
    .where('family', '=', family)
}

/** Returns the former owners. */
async function writeOwners(sql: Sql, id: string, owners: readonly string[]): Promise<string[]> {
  const rows = await sql
    .selectFrom('multisig_owners')
    .select('address')
    .where('multisig_id', '=', id)
    .execute()
  const former = new Set(rows.map(({ address }) => address))
  const current = new Set(owners)
  const gone = [...former].filter((address) => !current.has(address))
  const added = [...current].filter((address) => !former.has(address))
  if (gone.length > 0) {
    await sql
      .deleteFrom('multisig_owners')
      .where('multisig_id', '=', id)
      .where('address', 'in', gone)
      .execute()
  }
  for (let start = 0; start < added.length; start += OWNERS_AT_ONCE) {
    const part = added.slice(start, start + OWNERS_AT_ONCE)
    await sql
      .insertInto('multisig_owners')
      .values(part.map((address) => ({ multisig_id: id, address })))
      .execute()
  }
  return gone
}

async function findByOwners(
  sql: Sql,
  owners: readonly OwnerKey[],
): Promise<Map<string, StoredMultisig[]>> {
  if (owners.length === 0) return new Map()
  const ranked = sql
    .selectFrom('multisig_owners')
    .innerJoin('multisigs', 'multisigs.id', 'multisig_owners.multisig_id')
    .selectAll('multisigs')
    .select('multisig_owners.address as owner')
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) =>
          over
            .partitionBy('multisig_owners.address')
            .orderBy('multisigs.network')
            .orderBy('multisigs.address'),
        )
        .as('place'),
    )
    .where('multisig_owners.address', 'in', [...new Set(owners.map(({ address }) => address))])
    .where('multisigs.bypassed_at', 'is', null)
  const rows = await sql
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .where('place', '<=', MAX_OF_OWNER)
    .orderBy('owner')
    .orderBy('place')
    .execute()
  const families = new Map(owners.map(({ address, family }) => [address, family]))
  const found = rows.filter(({ owner, family }) => families.get(owner) === family)
  const lists = new Map<string, StoredMultisig[]>()
  for (const row of found) toList(lists, row.owner).push(toStoredMultisig(row))
  return lists
}

function toList<Item>(lists: Map<string, Item[]>, name: string): Item[] {
  const list = lists.get(name) ?? []
  lists.set(name, list)
  return list
}

async function leaseChecks(
  trx: Transaction,
  { before, until, limit }: MultisigLease,
): Promise<StoredMultisig[]> {
  const multisig = expressionBuilder<Schema, 'multisigs'>()
  const rows = await leaseDue(trx, {
    table: 'multisigs',
    key: 'id',
    at: 'free_at',
    until,
    limit,
    among: multisig.and([multisig('checked_at', '<', before), isNeeded(multisig, trx.now)]),
    first: ['free_at', 'checked_at'],
  })
  return rows.map(toStoredMultisig)
}

/** Whether a link rests on it, it has an open cosigning, or a door asks for its owners. */
function isNeeded(query: ExpressionBuilder<Schema, 'multisigs'>, now: EpochMs) {
  const confirmedFor = query
    .selectFrom('cosignings')
    .select('cosignings.code')
    .whereRef('cosignings.multisig_id', '=', 'multisigs.id')
    .where(isOpenAt(now))
  return query.or([
    query.exists(linksTo(query)),
    query.exists(confirmedFor),
    query.exists(doorsOf(query)),
  ])
}
