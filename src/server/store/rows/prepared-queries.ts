import {
  sql,
  type Compilable,
  type CompiledQuery,
  type RawBuilder,
  type Insertable,
  type Selectable,
  type ExpressionBuilder,
  type ExpressionWrapper,
  type SqlBool,
} from 'kysely'
import type { AheadQuery, Sql, SqlDatabase } from '../database/sql-database.ts'
import { type Schema, KEY_LEVEL, type WalletNetwork } from '../database/schema.ts'
import { waitsBehind } from './delivery-queue.ts'
import type { EpochMs } from '../database/stored.ts'
import type { Family, TonNetwork } from '#shared/wallet.ts'
import { statesBefore, type AttemptState } from '#shared/attempt.ts'
import type { ProblemCode } from '#shared/problem.ts'

/** A place in the query's text for a value that each run provides. */
type Placeholder<Values> = <Name extends keyof Values & string>(
  name: Name,
) => RawBuilder<Values[Name]>

/**
 * Builds and compiles a query once. Building costs about as much as running, so the statements that run for every proof
 * are prepared.
 */
function prepare<Values extends Record<string, unknown>, Row>(
  build: (value: Placeholder<Values>) => Compilable<Row>,
): (values: Values) => CompiledQuery<Row> {
  const names = new Map<unknown, keyof Values>()
  const compiled = build((name) => {
    const placeholder = { name }
    names.set(placeholder, name)
    return sql`${placeholder}`
  }).compile()
  const slots = compiled.parameters.map((parameter) => ({ parameter, name: names.get(parameter) }))
  return (values) => ({
    ...compiled,
    parameters: slots.map(({ parameter, name }) => (name === undefined ? parameter : values[name])),
  })
}

function prepareQuery<Values extends Record<string, unknown>, Row>(
  build: (value: Placeholder<Values>) => Compilable<Row>,
): (sql: Sql, values: Values) => Promise<Row[]> {
  const fill = prepare(build)
  return async (db, values) => {
    const { rows } = await db.executeQuery(fill(values))
    return rows
  }
}

function prepareInsert<Values extends Record<string, unknown>>(
  build: (value: Placeholder<Values>) => Compilable,
): (sql: Sql, values: Values) => Promise<void> {
  const fill = prepare(build)
  return async (db, values) => {
    const query: AheadQuery = { ...fill(values), isAhead: true }
    await db.executeQuery(query)
  }
}

export type PreparedQueries = ReturnType<typeof createPreparedQueries>

/** The statements that run for every proof, compiled once for the dialect. */
export function createPreparedQueries({ read: db, nextSequence }: SqlDatabase) {
  return {
    findSession: prepareFindSession(db),
    findAttempt: prepareFindAttempt(db),
    findHolder: { exclusive: prepareFindExclusiveHolder(db), shared: prepareFindSharedHolder(db) },
    spendAttempt: {
      linked: prepareSpend(db, 'linked', waitsForProof),
      'awaiting-consent': prepareSpend(db, 'awaiting-consent', waitsForProof),
      failed: prepareSpend(db, 'failed', waitsForProof),
    },
    spendByText: {
      linked: prepareSpend(db, 'linked', waitsForText),
      failed: prepareSpend(db, 'failed', waitsForText),
    },
    insertWallet: prepareInsertWallet(db),
    insertEvent: prepareInsertEvent(db, nextSequence),
  }
}

function prepareFindSession(db: Sql) {
  type SessionValues = { tokenHash: Uint8Array; now: EpochMs }
  type SessionRow = Selectable<Schema['users']> & { attempt_id: string | null }
  return prepareQuery<SessionValues, SessionRow>((value) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .selectAll('users')
      .select('sessions.attempt_id')
      .where('token_hash', '=', value('tokenHash'))
      .where('expires_at', '>', value('now')),
  )
}

function prepareFindAttempt(db: Sql) {
  type AttemptValues = { id: string; userId: string }
  return prepareQuery<AttemptValues, Selectable<Schema['attempts']>>((value) =>
    db
      .selectFrom('attempts')
      .selectAll()
      .where('id', '=', value('id'))
      .where('user_id', '=', value('userId')),
  )
}

function prepareInsertWallet(db: Sql) {
  return prepareInsert<Selectable<Schema['wallets']>>((value) =>
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
      proof: value('proof'),
      launch: value('launch'),
      launch_asked_at: value('launch_asked_at'),
      stale_at: value('stale_at'),
      evidence: value('evidence'),
      cosigning_code: value('cosigning_code'),
      checked_at: value('checked_at'),
      check_at: value('check_at'),
      missing_since: value('missing_since'),
    }),
  )
}

function prepareInsertEvent(db: Sql, nextSequence: SqlDatabase['nextSequence']) {
  type EventValues = Omit<
    Insertable<Schema['events']>,
    'sequence' | 'position' | 'tries' | 'waits_behind' | 'delivery_tries' | 'delivery_error'
  >
  return prepareInsert<EventValues>((value) =>
    db.insertInto('events').values({
      sequence: nextSequence,
      id: value('id'),
      type: value('type'),
      user_id: value('user_id'),
      other_user_id: value('other_user_id'),
      body: value('body'),
      created_at: value('created_at'),
      notify_at: value('notify_at'),
      tries: 0,
      delivery: value('delivery'),
      deliver_at: value('deliver_at'),
      waits_behind: waitsBehind(value('user_id'), value('other_user_id')),
      delivery_tries: 0,
    }),
  )
}

type HolderQuery = {
  family: Family
  network: WalletNetwork
  address: string
  userId: string
}

/** The holder of the wallet, and how many wallets this member has. */
type HolderRow = { holderId: string | null; count: number }

/** Finds the holder of a wallet that only one member can have at a time. */
function prepareFindExclusiveHolder(db: Sql) {
  return prepareQuery<HolderQuery, HolderRow>((value) =>
    db.selectNoFrom((query) => [
      holders(query, value).where('level', '=', KEY_LEVEL).as('holderId'),
      countOwn(query, value),
    ]),
  )
}

/** Finds whether this member has a wallet that several members can have. */
function prepareFindSharedHolder(db: Sql) {
  return prepareQuery<HolderQuery, HolderRow>((value) =>
    db.selectNoFrom((query) => [
      holders(query, value).where('user_id', '=', value('userId')).as('holderId'),
      countOwn(query, value),
    ]),
  )
}

function holders(query: ExpressionBuilder<Schema, never>, value: Placeholder<HolderQuery>) {
  return query
    .selectFrom('wallets')
    .select('user_id')
    .where('family', '=', value('family'))
    .where('network', '=', value('network'))
    .where('address', '=', value('address'))
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

type SpendValues = Omit<HolderQuery, 'network'> & {
  attemptId: string
  /** Network of the account that the text names; null if the address is enough. */
  accountNetwork: WalletNetwork | null
  /** Network of the wallet whose holder must consent; null for a family without consents. */
  askedNetwork: TonNetwork | null
  walletId: string | null
  errorCode: ProblemCode | null
  /** Null leaves it as it is. */
  expiresAt: EpochMs | null
  now: EpochMs
}

/** The request that the spent attempt answers, and the cosigning that ends with it. */
export type SpentCodes = Pick<Selectable<Schema['attempts']>, 'request_code' | 'cosigning_code'>

/** The condition under which a proof may spend an attempt. */
type Spendable = (
  query: ExpressionBuilder<Schema, 'attempts'>,
  value: Placeholder<SpendValues>,
) => ExpressionWrapper<Schema, 'attempts', SqlBool>

const BEFORE_PROOF = statesBefore('awaiting-consent')

/**
 * A proof spends the attempt's nonce, once. An attempt that waits for consent has already spent it. An attempt with a
 * fixed account waits for its text instead.
 */
const waitsForProof: Spendable = (query) => query.and([query('state', 'in', BEFORE_PROOF)])

/** The text is for exactly this account, or for the wallet whose holder must consent. */
const waitsForText: Spendable = (query, value) =>
  query.or([
    query.and([
      query('state', '=', 'awaiting-signature'),
      query('account_address', '=', value('address')),
      query('account_network', '=', query.fn.coalesce(value('accountNetwork'), 'account_network')),
    ]),
    query.and([
      query('state', '=', 'awaiting-consent'),
      query.exists(
        query
          .selectFrom('consents')
          .select('attempt_id')
          .whereRef('consents.attempt_id', '=', 'attempts.id')
          .where('consents.network', '=', value('askedNetwork'))
          .where('consents.address', '=', value('address')),
      ),
    ]),
  ])

function prepareSpend(db: Sql, state: AttemptState, isSpendable: Spendable) {
  return prepareQuery<SpendValues, SpentCodes>((value) =>
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
      .where('family', '=', value('family'))
      .where('expires_at', '>', value('now'))
      // One owner's confirmation links nothing.
      .where('confirms_code', 'is', null)
      .where((query) => isSpendable(query, value))
      .returning(['request_code', 'cosigning_code']),
  )
}
