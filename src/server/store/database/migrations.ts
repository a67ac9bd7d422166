import { PostgresAdapter, sql, type Kysely, type Migration } from 'kysely'
import { FIRST_SCHEMA } from './first-schema.ts'

/** @see Schema.doors @see Schema.joins */
const DOORS = `
create table doors (
  chat_id text primary key references chats (id) on delete cascade,
  rule text not null,
  multisig_id text references multisigs (id),
  tags integer not null,
  tags_refused integer not null,
  version bigint not null,
  set_by text references users (id) on delete set null,
  set_at bigint not null
);
create index doors_multisig_id on doors (multisig_id) where multisig_id is not null;
create index doors_set_by on doors (set_by) where set_by is not null;
create table joins (
  id text primary key,
  chat_id text not null references chats (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  sent_at bigint not null,
  update_id bigint not null,
  query_key bytea,
  query_id bytea,
  state text not null,
  why text not null,
  asked_at bigint not null,
  decide_by bigint not null,
  decided_at bigint,
  wallet_id text,
  multisig_id text,
  ended_at bigint,
  ended_why text,
  told text not null,
  tag text,
  due_at bigint,
  free_at bigint not null,
  tries bigint not null
);
create index joins_user_id on joins (user_id, chat_id);
create index joins_waiting on joins (chat_id, asked_at) where state in ('asked', 'queued');
create index joins_ended on joins (chat_id, ended_at) where ended_at is not null;
create index joins_due on joins (due_at, id) where due_at is not null;
create index joins_query_key on joins (query_key) where query_key is not null;
create index joins_multisig_id on joins (multisig_id) where multisig_id is not null;
create index joins_over on joins (decided_at) where state in ('declined', 'withdrawn');
`

/** @see Schema.events */
const WHO_HAS_RECEIPT = `
alter table events add column notified_id text;
`

/** @see Schema.consents */
const WHOSE_QUESTION = `
alter table consents add column question_id text;
`

/** @see Schema.idempotent_replies */
const WHOSE_REPLY = `
alter table idempotent_replies add column user_id text references users (id) on delete cascade;
create index idempotent_replies_user_id on idempotent_replies (user_id) where user_id is not null;
`

/** @see Schema.handed_proofs */
const HANDED_PROOFS = `
create table handed_proofs (
  digest bytea primary key,
  user_id text not null references users (id) on delete cascade,
  wallet_id text references wallets (id) on delete set null,
  ended_at bigint
);
create index handed_proofs_user_id on handed_proofs (user_id);
create index handed_proofs_wallet_id on handed_proofs (wallet_id) where wallet_id is not null;
`

/** @see Schema.unlinked_wallets */
const UNLINKED_WALLETS = `
create table unlinked_wallets (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  family text not null,
  network text not null,
  address text not null,
  kind text not null,
  level text not null,
  binding text not null,
  key_source text not null,
  label bytea,
  is_primary integer not null,
  linked_at bigint not null,
  verified_at bigint not null,
  stale_at bigint,
  evidence bytea,
  cosigning_code text,
  checked_at bigint,
  check_at bigint,
  missing_since bigint,
  proof bytea not null,
  launch bytea,
  launch_asked_at bigint,
  uses text not null,
  unlinked_at bigint not null
);
create index unlinked_wallets_address on unlinked_wallets (address);
create index unlinked_wallets_unlinked_at on unlinked_wallets (unlinked_at);
create index unlinked_wallets_user_id on unlinked_wallets (user_id);
`

/** @see Schema.name_terms @see Schema.export_links @see Schema.admin_actions */
const MEMBERS_LIST = `
create table name_terms (
  term bytea not null,
  user_id text not null references users (id) on delete cascade,
  constraint name_terms_key primary key (term, user_id)
) /* end */;
create index name_terms_user_id on name_terms (user_id);
alter table users add column name_key bytea;
create index users_unnamed on users (id) where name_key is null;
create index wallets_stale on wallets (linked_at, id) where stale_at is not null;
create table export_links (
  hash bytea primary key,
  user_id text not null references users (id) on delete cascade,
  expires_at bigint not null
);
create index export_links_user_id on export_links (user_id);
create table admin_actions (
  id text primary key,
  kind text not null,
  admin_id text references users (id) on delete set null,
  about_id text references users (id) on delete set null,
  done_at bigint not null
);
create index admin_actions_about_id on admin_actions (about_id) where about_id is not null;
create index admin_actions_admin_id on admin_actions (admin_id) where admin_id is not null;
create index admin_actions_done_at on admin_actions (done_at, id);
`

/** What Home shows of where a wallet is in use. @see Schema.cards */
const WALLET_USES = `
alter table cards add column opens bigint not null default 0;
alter table cards add column last_opened_at bigint;
create index answers_in_use on answers (user_id, answered_at) where withdrawn_at is null and wallet_id is not null;
`

/** @see Schema.admins @see Schema.admin_links */
const ADMINS = `
create table admins (
  user_id text primary key references users (id) on delete cascade,
  since bigint not null
);
create table admin_links (
  hash bytea primary key,
  expires_at bigint not null
);
`

/**
 * The text of each migration, in order of name. Each is run once, and never edited once it is released. {@link MIGRATIONS}
 * runs it as it is, but adds statements to the first schema, and an end to a table of the members list.
 *
 * Two neighbouring versions run side by side. So a migration is named `<version>-expand-<what>` and only adds; or
 * `<version>-contract-<name of an expansion>`, of a later version, and removes what the builds that know this expansion no
 * longer use. `judgeSchema` goes by these names.
 */
export const STATEMENTS: Record<string, string> = {
  '1.0.0-first-schema': FIRST_SCHEMA,
  '1.1.0-expand-admins': ADMINS,
  '1.1.0-expand-doors': DOORS,
  '1.1.0-expand-handed-proofs': HANDED_PROOFS,
  '1.1.0-expand-members-list': MEMBERS_LIST,
  '1.1.0-expand-unlinked-wallets': UNLINKED_WALLETS,
  '1.1.0-expand-wallet-uses': WALLET_USES,
  '1.1.0-expand-who-has-receipt': WHO_HAS_RECEIPT,
  '1.1.0-expand-whose-question': WHOSE_QUESTION,
  '1.1.0-expand-whose-reply': WHOSE_REPLY,
}

export const MIGRATIONS: Record<string, Migration> = {
  ...Object.fromEntries(
    Object.entries(STATEMENTS).map(([name, statements]) => [
      name,
      { up: (db: Kysely<unknown>) => run(db, statements) },
    ]),
  ),
  '1.0.0-first-schema': { up: createFirstSchema },
  '1.1.0-expand-members-list': { up: makeMembersList },
}

/** Without a rowid SQLite keeps no second copy of each term beside that of the primary key. */
async function makeMembersList(db: Kysely<unknown>): Promise<void> {
  const end = isPostgres(db) ? '' : 'without rowid'
  await run(db, MEMBERS_LIST.replace('/* end */', end))
}

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
