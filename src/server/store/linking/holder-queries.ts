import type { ExpressionBuilder } from 'kysely'
import type { Family } from '#shared/wallet.ts'
import { prepareQuery, type Placeholder } from '../database/prepared-query.ts'
import type { Schema, WalletNetwork } from '../database/schema.ts'
import type { Sql } from '../database/sql-database.ts'
import { KEY_LEVEL } from './wallet-identity.ts'

export type HolderQuery = {
  family: Family
  network: WalletNetwork
  address: string
  userId: string
}

/** The holder of the wallet, and how many wallets this member has. */
type HolderRow = { holderId: string | null; count: number }

/** Finds the holder of a wallet that only one member can have at a time. */
export function prepareFindExclusiveHolder(db: Sql) {
  return prepareQuery<HolderQuery, HolderRow>((value) =>
    db.selectNoFrom((query) => [
      query
        .selectFrom('wallets')
        .select('user_id')
        .where('family', '=', value('family'))
        .where('network', '=', value('network'))
        .where('address', '=', value('address'))
        .where('level', '=', KEY_LEVEL)
        .as('holderId'),
      countOwn(query, value),
    ]),
  )
}

/** Finds whether this member has a wallet that several members can have. */
export function prepareFindSharedHolder(db: Sql) {
  return prepareQuery<HolderQuery, HolderRow>((value) =>
    db.selectNoFrom((query) => [
      query
        .selectFrom('wallets')
        .select('user_id')
        .where('user_id', '=', value('userId'))
        .where('family', '=', value('family'))
        .where('network', '=', value('network'))
        .where('address', '=', value('address'))
        .as('holderId'),
      countOwn(query, value),
    ]),
  )
}

function countOwn(query: ExpressionBuilder<Schema, never>, value: Placeholder<HolderQuery>) {
  return query
    .selectFrom('wallets')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', value('userId'))
    .$asScalar()
    .$notNull()
    .as('count')
}
