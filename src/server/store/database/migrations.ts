import { PostgresAdapter, sql, type Kysely, type Migration } from 'kysely'
import { FIRST_SCHEMA } from './first-schema.ts'

/**
 * In order of name, each run once. A migration that was released is never edited.
 *
 * Two neighbouring versions run side by side. So a migration is named `<version>-expand-<what>` and only adds; or
 * `<version>-contract-<name of an expansion>`, of a later version, and removes what the builds that know this expansion no
 * longer use. `judgeSchema` goes by these names.
 */
export const MIGRATIONS: Record<string, Migration> = {
  '1.0.0-first-schema': { up: createFirstSchema },
  '1.1.0-expand-handed-proofs': { up: (db) => run(db, HANDED_PROOFS) },
}

/** @see Schema.handed_proofs */
export const HANDED_PROOFS = `
create table handed_proofs (
  digest bytea primary key,
  user_id text not null references users (id) on delete cascade,
  wallet_id text references wallets (id) on delete set null,
  ended_at bigint
);
create index handed_proofs_user_id on handed_proofs (user_id);
create index handed_proofs_wallet_id on handed_proofs (wallet_id) where wallet_id is not null;
`

async function createFirstSchema(db: Kysely<unknown>): Promise<void> {
  await run(db, FIRST_SCHEMA)
  await sql`insert into event_positions (last) values (0)`.execute(db)
  if (!isPostgres(db)) return
  await sql`create sequence event_sequence`.execute(db)
  // Not worth a sync of the disk: if the database crashes, recent rate limits may be lost.
  await sql`alter table rate_limits set unlogged`.execute(db)
}

async function run(db: Kysely<unknown>, statements: string): Promise<void> {
  for (const statement of statements.split(';').filter((one) => one.trim() !== ''))
    await sql.raw(statement).execute(db)
}

/** Whether it is Postgres that the queries go to, and not SQLite. */
export function isPostgres<Schema>(db: Kysely<Schema>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
