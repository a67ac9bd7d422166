import { sql, type Insertable, type Selectable } from 'kysely'
import { statesBefore, type AttemptState } from '#shared/attempt.ts'
import type { ProblemCode } from '#shared/problem.ts'
import { prepareQuery } from './database/prepared-query.ts'
import type { Schema } from './database/schema.ts'
import type { Sql } from './database/sql-database.ts'
import type { EpochMs } from './store.ts'
import { KEY_LEVEL, type WalletIdentity } from './linking/wallet-identity.ts'

export type HotQueries = ReturnType<typeof createHotQueries>

/** The statements that every proof passes on its way, compiled once for the dialect of `db`. */
export function createHotQueries(db: Sql) {
  return {
    findSessionUser: prepareFindSessionUser(db),
    findAttempt: prepareFindAttempt(db),
    weighLink: prepareWeighLink(db),
    claimAttempt: {
      linked: prepareClaimAttempt(db, 'linked'),
      'awaiting-consent': prepareClaimAttempt(db, 'awaiting-consent'),
      failed: prepareClaimAttempt(db, 'failed'),
    },
    insertWallet: prepareInsertWallet(db),
    insertEvent: prepareInsertEvent(db),
  }
}

function prepareFindSessionUser(db: Sql) {
  type Values = { tokenHash: Uint8Array; now: EpochMs }
  return prepareQuery<Values, Selectable<Schema['users']>>((value) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .selectAll('users')
      .where('token_hash', '=', value('tokenHash'))
      .where('expires_at', '>', value('now')),
  )
}

function prepareFindAttempt(db: Sql) {
  type Values = { id: string; userId: string }
  return prepareQuery<Values, Selectable<Schema['attempts']>>((value) =>
    db
      .selectFrom('attempts')
      .selectAll()
      .where('id', '=', value('id'))
      .where('user_id', '=', value('userId')),
  )
}

/** Who has the wallet, and how many wallets this member has. */
function prepareWeighLink(db: Sql) {
  type Values = WalletIdentity & { userId: string }
  return prepareQuery<Values, { holderId: string | null; count: number }>((value) =>
    db.selectNoFrom((query) => [
      query
        .selectFrom('wallets')
        .select('user_id')
        .where('family', '=', value('family'))
        .where('network', '=', value('network'))
        .where('address', '=', value('address'))
        .where('level', '=', KEY_LEVEL)
        .as('holderId'),
      query
        .selectFrom('wallets')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', value('userId'))
        .$asScalar()
        .$notNull()
        .as('count'),
    ]),
  )
}

/** Spends the attempt's nonce, once: a waiting attempt has spent it already. */
function prepareClaimAttempt(db: Sql, state: AttemptState) {
  type Values = {
    attemptId: string
    userId: string
    walletId: string | null
    errorCode: ProblemCode | null
    /** Null leaves it as it is. */
    expiresAt: EpochMs | null
    now: EpochMs
  }
  const unspent = statesBefore(state).filter((before) => before !== 'awaiting-consent')
  return prepareQuery<Values, { request_code: string | null }>((value) =>
    db
      .updateTable('attempts')
      .set((query) => ({
        state,
        wallet_id: value('walletId'),
        error_code: value('errorCode'),
        expires_at: query.fn.coalesce(value('expiresAt'), 'expires_at'),
      }))
      .where('id', '=', value('attemptId'))
      .where('user_id', '=', value('userId'))
      .where('state', 'in', unspent)
      .where('expires_at', '>', value('now'))
      .returning('request_code'),
  )
}

function prepareInsertWallet(db: Sql) {
  return prepareQuery<Selectable<Schema['wallets']>, object>((value) =>
    db.insertInto('wallets').values({
      id: value('id'),
      user_id: value('user_id'),
      family: value('family'),
      network: value('network'),
      address: value('address'),
      kind: value('kind'),
      level: value('level'),
      binding: value('binding'),
      key_source: value('key_source'),
      label: value('label'),
      is_primary: value('is_primary'),
      linked_at: value('linked_at'),
      verified_at: value('verified_at'),
      signature: value('signature'),
    }),
  )
}

/** Takes the next place in the sequence; whoever runs it holds the lock on that. */
function prepareInsertEvent(db: Sql) {
  type Values = Omit<
    Insertable<Schema['events']>,
    'sequence' | 'tries' | 'delivery_tries' | 'delivery_error'
  >
  return prepareQuery<Values, object>((value) =>
    db.insertInto('events').values((query) => ({
      sequence: query
        .selectFrom('events')
        .select(sql<number>`coalesce(max(sequence), 0) + 1`.as('next')),
      id: value('id'),
      type: value('type'),
      user_id: value('user_id'),
      other_user_id: value('other_user_id'),
      body: value('body'),
      created_at: value('created_at'),
      tell_at: value('tell_at'),
      tries: 0,
      delivery: value('delivery'),
      deliver_at: value('deliver_at'),
      delivery_tries: 0,
    })),
  )
}
