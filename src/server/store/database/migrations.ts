import { PostgresAdapter, sql, type CreateTableBuilder, type Kysely, type Migration } from 'kysely'

/** In order of name, each run once. A migration that was released is never edited. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-first-schema': { up: createFirstSchema },
  '0002-owners-side': { up: createOwnersSide },
  '0003-evm-wallets': { up: addEvmWallets },
  '0004-chosen-language': { up: addChosenLanguage },
  '0005-chats-and-cards': { up: addChatsAndCards },
  '0006-multisigs': { up: addMultisigs },
  '0007-missing-multisigs': { up: letMultisigsGoMissing },
  '0008-asked-owners': { up: countAskedOwners },
  '0009-anonymous-confirmations': { up: forgetUnprovenGivers },
  '0011-bypassed-multisigs': { up: noteBypassedMultisigs },
  '0012-account-checks': { up: checkAccounts },
  '0013-reported-write-access': { up: addReportedWriteAccess },
  '0014-event-places': { up: givePlacesToEvents },
  '0015-delivery-queue': { up: queueDeliveries },
  '0016-vocabulary': { up: adoptVocabulary },
  '0017-proofs': { up: storeProofs },
  '0018-card-proofs': { up: letCardsShowProofs },
  '0019-proof-launches': { up: addProofLaunches },
  '0020-answered-questions': { up: noteAnsweredQuestions },
  '0021-strange-groups': { up: noteStrangeGroups },
}

/**
 * SQLite stores a blob unchanged under any declared type, and accepts 64-bit integers as `bigint`, so the type names of
 * Postgres work for both.
 */
async function createFirstSchema(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('settings')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'bytea', (column) => column.notNull())
    .execute()
  await createMemberTables(db)
  await createWalletTables(db)
  await createEventTable(db)
  await db.schema
    .createTable('updates')
    .addColumn('update_id', 'bigint', (column) => column.primaryKey())
    .addColumn('claimed_at', 'bigint', (column) => column.notNull())
    .execute()
}

async function createMemberTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('users')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('telegram_key', 'bytea', (column) => column.notNull().unique())
    .addColumn('profile', 'bytea', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('may_message', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'bytea', (column) => column.primaryKey())
    .$call(addOwner('user_id'))
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await createIndex(db, 'sessions', ['user_id'])
  await createIndex(db, 'sessions', ['expires_at'])
  await db.schema
    .createTable('attempts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .$call(addOwner('user_id'))
    .addColumn('family', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('nonce', 'text', (column) => column.notNull().unique())
    .addColumn('wallet_app', 'text')
    .addColumn('error_code', 'text')
    .addColumn('wallet_id', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await createIndex(db, 'attempts', ['user_id', 'created_at'])
  await createIndex(db, 'attempts', ['expires_at'])
}

async function createWalletTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('wallets')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .$call(addOwner('user_id'))
    .$call(addProven)
    .addColumn('label', 'bytea')
    .addColumn('is_primary', 'integer', (column) => column.notNull())
    .addColumn('linked_at', 'bigint', (column) => column.notNull())
    .addColumn('verified_at', 'bigint', (column) => column.notNull())
    .addColumn('signature', 'bytea', (column) => column.notNull())
    .execute()
  await createIndex(db, 'wallets', ['user_id'])
  await sql`create unique index wallets_holder on wallets (family, network, address) where level = 'key'`.execute(
    db,
  )
  await sql`create unique index wallets_primary on wallets (user_id) where is_primary = 1`.execute(
    db,
  )
  await db.schema
    .createTable('consents')
    .addColumn('attempt_id', 'text', (column) =>
      column.primaryKey().references('attempts.id').onDelete('cascade'),
    )
    .$call(addOwner('asker_id'))
    .$call(addProven)
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addColumn('signature', 'bytea', (column) => column.notNull())
    .execute()
  await createIndex(db, 'consents', ['family', 'network', 'address'])
  await createIndex(db, 'consents', ['asker_id'])
}

async function createEventTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('events')
    .addColumn('sequence', 'bigint', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('other_user_id', 'text')
    .addColumn('body', 'bytea', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('tell_at', 'bigint')
    .addColumn('tries', 'integer', (column) => column.notNull())
    .execute()
  await createIndex(db, 'events', ['user_id'])
  await sql`create index events_other_user_id on events (other_user_id) where other_user_id is not null`.execute(
    db,
  )
  await sql`create index events_tell_at on events (tell_at) where tell_at is not null`.execute(db)
}

function addOwner<Column extends string>(column: Column) {
  return <Table extends string, Columns extends string>(
    table: CreateTableBuilder<Table, Columns>,
  ) =>
    table.addColumn(column, 'text', (reference) =>
      reference.notNull().references('users.id').onDelete('cascade'),
    )
}

function addProven<Table extends string, Columns extends string>(
  table: CreateTableBuilder<Table, Columns>,
) {
  return table
    .addColumn('family', 'text', (column) => column.notNull())
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('level', 'text', (column) => column.notNull())
    .addColumn('binding', 'text', (column) => column.notNull())
    .addColumn('key_source', 'text', (column) => column.notNull())
}

async function createIndex(db: Kysely<unknown>, table: string, columns: string[]): Promise<void> {
  await db.schema
    .createIndex([table, ...columns].join('_'))
    .on(table)
    .columns(columns)
    .execute()
}

async function createOwnersSide(db: Kysely<unknown>): Promise<void> {
  await addClientToAttempts(db)
  await addDeliveryToEvents(db)
  await createKeyTables(db)
  await createRequestTables(db)
  await createCountTables(db)
  await createIndex(db, 'wallets', ['family', 'network', 'address', 'linked_at', 'id'])
  await createIndex(db, 'wallets', ['linked_at'])
  await createIndex(db, 'users', ['last_seen_at'])
}

/** SQLite adds one column per statement. */
async function addClientToAttempts(db: Kysely<unknown>): Promise<void> {
  for (const column of ['client_platform', 'client_version', 'request_code']) {
    await db.schema.alterTable('attempts').addColumn(column, 'text').execute()
  }
  await db.schema
    .alterTable('attempts')
    .addColumn('outcome_taken', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`create index attempts_outcome on attempts (expires_at) where outcome_taken = 0`.execute(
    db,
  )
}

/** Events from before there were deliveries are not delivered. */
async function addDeliveryToEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('events').addColumn('delivery', 'text').execute()
  await db.schema.alterTable('events').addColumn('deliver_at', 'bigint').execute()
  await db.schema
    .alterTable('events')
    .addColumn('delivery_tries', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('events').addColumn('delivery_error', 'text').execute()
  await sql`create index events_delivery on events (delivery, sequence) where delivery is not null`.execute(
    db,
  )
  await createIndex(db, 'events', ['created_at'])
  await createIndex(db, 'events', ['id'])
  await sql`create index events_deliver_at on events (deliver_at, sequence) where deliver_at is not null`.execute(
    db,
  )
  await sql`create index events_undelivered_user on events (user_id, sequence) where deliver_at is not null`.execute(
    db,
  )
  await sql`create index events_undelivered_other on events (other_user_id, sequence) where deliver_at is not null and other_user_id is not null`.execute(
    db,
  )
}

async function createKeyTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('api_keys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull().unique())
    .addColumn('hash', 'bytea', (column) => column.notNull().unique())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint')
    .execute()
  await db.schema
    .createTable('idempotent_replies')
    .addColumn('key_id', 'text', (column) =>
      column.notNull().references('api_keys.id').onDelete('cascade'),
    )
    .addColumn('key_hash', 'bytea', (column) => column.notNull())
    .addColumn('request_hash', 'bytea', (column) => column.notNull())
    .addColumn('claimed_at', 'bigint', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('body', 'bytea')
    .addPrimaryKeyConstraint('idempotent_replies_key', ['key_id', 'key_hash'])
    .execute()
  await createIndex(db, 'idempotent_replies', ['claimed_at'])
  await db.schema
    .createTable('disabled_webhooks')
    .addColumn('url_hash', 'bytea', (column) => column.primaryKey())
    .addColumn('disabled_at', 'bigint', (column) => column.notNull())
    .execute()
}

async function createRequestTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('requests')
    .addColumn('code', 'text', (column) => column.primaryKey())
    .addColumn('key_id', 'text', (column) => column.notNull().references('api_keys.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('closed_at', 'bigint')
    .execute()
  await db.schema
    .createTable('answers')
    .$call(addAnswerColumns('requests.code'))
    .addUniqueConstraint('answers_of_member', ['request_code', 'user_id'])
    .execute()
  await indexAnswers(db)
}

function addAnswerColumns(request: string) {
  return <Table extends string, Columns extends string>(
    table: CreateTableBuilder<Table, Columns>,
  ) =>
    table
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('request_code', 'text', (column) =>
        column.notNull().references(request).onDelete('cascade'),
      )
      .$call(addOwner('user_id'))
      .addColumn('wallet_id', 'text', (column) =>
        column.references('wallets.id').onDelete('set null'),
      )
      .addColumn('answered_at', 'bigint', (column) => column.notNull())
      .addColumn('withdrawn_at', 'bigint')
}

async function indexAnswers(db: Kysely<unknown>): Promise<void> {
  await createIndex(db, 'answers', ['request_code', 'answered_at', 'id'])
  await createIndex(db, 'answers', ['user_id'])
  await createIndex(db, 'answers', ['wallet_id'])
}

async function createCountTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rate_limits')
    .addColumn('subject', 'text', (column) => column.primaryKey())
    .addColumn('due_at', 'double precision', (column) => column.notNull())
    .execute()
  // Not worth a sync of the disk: if the database crashes, recent rate limits may be lost.
  if (isPostgres(db)) await sql`alter table rate_limits set unlogged`.execute(db)
  await db.schema
    .createTable('attempt_tallies')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('wallet_app', 'text', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('attempt_tallies_key', ['day', 'outcome', 'platform', 'wallet_app'])
    .execute()
}

function isPostgres(db: Kysely<unknown>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

async function addEvmWallets(db: Kysely<unknown>): Promise<void> {
  await addSigningToAttempts(db)
  await createTicketTables(db)
  await db.schema
    .alterTable('requests')
    .addColumn('families', 'text', (column) => column.notNull().defaultTo('ton'))
    .execute()
  await findWalletsOnEveryChain(db)
}

async function addSigningToAttempts(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('attempts').addColumn('message', 'bytea').execute()
  await db.schema.alterTable('attempts').addColumn('account_network', 'text').execute()
  await db.schema.alterTable('attempts').addColumn('account_address', 'text').execute()
}

async function createTicketTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('sessions')
    .addColumn('attempt_id', 'text', (column) =>
      column.references('attempts.id').onDelete('cascade'),
    )
    .execute()
  await sql`create index sessions_attempt_id on sessions (attempt_id) where attempt_id is not null`.execute(
    db,
  )
  await db.schema
    .createTable('tickets')
    .addColumn('attempt_id', 'text', (column) =>
      column.primaryKey().references('attempts.id').onDelete('cascade'),
    )
    .addColumn('ticket_hash', 'bytea', (column) => column.notNull().unique())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
}

/** Each new index covers all queries of the index that it replaces, and more. */
async function findWalletsOnEveryChain(db: Kysely<unknown>): Promise<void> {
  await sql`create unique index wallets_member on wallets (user_id, family, network, address)`.execute(
    db,
  )
  await db.schema.dropIndex('wallets_user_id').execute()
  await createIndex(db, 'wallets', ['family', 'address', 'linked_at', 'id'])
  await db.schema.dropIndex('wallets_family_network_address_linked_at_id').execute()
}

async function addChosenLanguage(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('chosen_language', 'text').execute()
}

async function addChatsAndCards(db: Kysely<unknown>): Promise<void> {
  await createChatTables(db)
  await letMembersMakeRequests(db)
  await createPostTable(db)
  await createCardTables(db)
}

async function createChatTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('chats')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('telegram_key', 'bytea', (column) => column.notNull().unique())
    .addColumn('profile', 'bytea', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('left_at', 'bigint')
    .execute()
  await sql`create index chats_left_at on chats (left_at) where left_at is not null`.execute(db)
  await db.schema
    .createTable('chat_askers')
    .addColumn('chat_id', 'text', (column) =>
      column.notNull().references('chats.id').onDelete('cascade'),
    )
    .$call(addOwner('user_id'))
    .addColumn('asked_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('chat_askers_key', ['chat_id', 'user_id'])
    .execute()
  await createIndex(db, 'chat_askers', ['user_id', 'asked_at'])
}

async function letMembersMakeRequests(db: Kysely<unknown>): Promise<void> {
  await (isPostgres(db) ? letKeyBeNull(db) : makeRequestsAnew(db))
  await db.schema
    .alterTable('requests')
    .addColumn('created_by', 'text', (column) => column.references('users.id').onDelete('set null'))
    .execute()
  await db.schema
    .alterTable('requests')
    .addColumn('chat_id', 'text', (column) => column.references('chats.id'))
    .execute()
  await db.schema.alterTable('requests').addColumn('max_answers', 'integer').execute()
  for (const flag of ['members_only', 'is_draft']) {
    await db.schema
      .alterTable('requests')
      .addColumn(flag, 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  }
  await sql`create index requests_created_by on requests (created_by, created_at) where created_by is not null`.execute(
    db,
  )
  await sql`create index requests_chat_id on requests (chat_id) where chat_id is not null`.execute(
    db,
  )
  await createIndex(db, 'requests', ['expires_at'])
  await sql`create index answers_standing on answers (request_code) where withdrawn_at is null`.execute(
    db,
  )
}

async function letKeyBeNull(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('requests')
    .alterColumn('key_id', (column) => column.dropNotNull())
    .execute()
}

/**
 * SQLite cannot remove a constraint from a column. Dropping a table deletes its rows and the rows that refer to them.
 * So the answers move first, and refer to the new table before the old one is dropped. Renaming a table also renames it
 * in the tables that refer to it.
 */
async function makeRequestsAnew(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('new_requests')
    .addColumn('code', 'text', (column) => column.primaryKey())
    .addColumn('key_id', 'text', (column) => column.references('api_keys.id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('closed_at', 'bigint')
    .addColumn('families', 'text', (column) => column.notNull().defaultTo('ton'))
    .execute()
  await sql`insert into new_requests (code, key_id, created_at, expires_at, closed_at, families)
    select code, key_id, created_at, expires_at, closed_at, families from requests`.execute(db)
  await db.schema
    .createTable('new_answers')
    .$call(addAnswerColumns('new_requests.code'))
    .addUniqueConstraint('answers_of_member', ['request_code', 'user_id'])
    .execute()
  await sql`insert into new_answers (id, request_code, user_id, wallet_id, answered_at, withdrawn_at)
    select id, request_code, user_id, wallet_id, answered_at, withdrawn_at from answers`.execute(db)
  await db.schema.dropTable('answers').execute()
  await db.schema.dropTable('requests').execute()
  await db.schema.alterTable('new_requests').renameTo('requests').execute()
  await db.schema.alterTable('new_answers').renameTo('answers').execute()
  await indexAnswers(db)
}

async function createPostTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('request_posts')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('request_code', 'text', (column) =>
      column.notNull().references('requests.code').onDelete('cascade'),
    )
    .addColumn('thread_id', 'bigint')
    .addColumn('message_id', 'bigint')
    .addColumn('inline_key', 'bytea', (column) => column.unique())
    .addColumn('inline_id', 'bytea')
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('is_stale', 'integer', (column) => column.notNull())
    .addColumn('is_dropped', 'integer', (column) => column.notNull())
    .addColumn('edit_at', 'bigint')
    .addColumn('free_at', 'bigint', (column) => column.notNull())
    .addColumn('said_at', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .execute()
  await createIndex(db, 'request_posts', ['request_code'])
  await createIndex(db, 'request_posts', ['said_at'])
  await sql`create index request_posts_edit_at on request_posts (edit_at) where edit_at is not null`.execute(
    db,
  )
}

async function createCardTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('cards')
    .addColumn('code', 'text', (column) => column.primaryKey())
    .addColumn('wallet_id', 'text', (column) =>
      column.references('wallets.id').onDelete('set null'),
    )
    .$call(addOwner('user_id'))
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute()
  await createIndex(db, 'cards', ['user_id'])
  await createIndex(db, 'cards', ['wallet_id'])
  await sql`create unique index cards_live on cards (wallet_id) where revoked_at is null`.execute(
    db,
  )
  await sql`create index cards_revoked_at on cards (revoked_at) where revoked_at is not null`.execute(
    db,
  )
  await db.schema
    .createTable('starts')
    .addColumn('user_id', 'text', (column) =>
      column.primaryKey().references('users.id').onDelete('cascade'),
    )
    .addColumn('code', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await createIndex(db, 'starts', ['expires_at'])
}

async function addMultisigs(db: Kysely<unknown>): Promise<void> {
  await createMultisigTables(db)
  await createCollectionTable(db)
  await createWordTables(db)
  await letProofsEnd(db)
  await letOwnersSpeak(db)
}

async function createMultisigTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('multisigs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('family', 'text', (column) => column.notNull())
    .addColumn('network', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('reading', 'text', (column) => column.notNull())
    .addColumn('checked_at', 'bigint', (column) => column.notNull())
    .addColumn('free_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('multisigs_identity', ['address', 'network', 'family'])
    .execute()
  await createIndex(db, 'multisigs', ['checked_at'])
  await db.schema
    .createTable('multisig_owners')
    .addColumn('multisig_id', 'text', (column) =>
      column.notNull().references('multisigs.id').onDelete('cascade'),
    )
    .addColumn('address', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('multisig_owners_key', ['multisig_id', 'address'])
    .execute()
  await createIndex(db, 'multisig_owners', ['address'])
}

async function createCollectionTable(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('collections')
    .addColumn('code', 'text', (column) => column.primaryKey())
    .addColumn('attempt_id', 'text', (column) =>
      column.references('attempts.id').onDelete('set null'),
    )
    .addColumn('multisig_id', 'text', (column) => column.notNull().references('multisigs.id'))
    .$call(addOwner('starter_id'))
    .addColumn('method', 'text', (column) => column.notNull())
    .addColumn('message', 'bytea')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('problem', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('remind_at', 'bigint')
    .addColumn('free_at', 'bigint', (column) => column.notNull())
    .execute()
  await createIndex(db, 'collections', ['starter_id'])
  await createIndex(db, 'collections', ['multisig_id'])
  await createIndex(db, 'collections', ['expires_at'])
  await sql`create unique index collections_attempt_id on collections (attempt_id) where attempt_id is not null`.execute(
    db,
  )
  await sql`create index collections_open on collections (free_at) where state = 'open'`.execute(db)
}

async function createWordTables(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('words')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .$call(addCollection)
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text', (column) => column.references('users.id').onDelete('cascade'))
    .addColumn('binding', 'text', (column) => column.notNull())
    .addColumn('signature', 'bytea', (column) => column.notNull())
    .addColumn('shows_name', 'integer', (column) => column.notNull())
    .addColumn('given_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('words_of_owner', ['collection_code', 'owner'])
    .execute()
  await sql`create index words_user_id on words (user_id) where user_id is not null`.execute(db)
  await db.schema
    .createTable('collection_viewers')
    .$call(addCollection)
    .$call(addOwner('user_id'))
    .addPrimaryKeyConstraint('collection_viewers_key', ['collection_code', 'user_id'])
    .execute()
  await createIndex(db, 'collection_viewers', ['user_id'])
}

function addCollection<Table extends string, Columns extends string>(
  table: CreateTableBuilder<Table, Columns>,
) {
  return table.addColumn('collection_code', 'text', (column) =>
    column.notNull().references('collections.code').onDelete('cascade'),
  )
}

async function letProofsEnd(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('wallets').addColumn('stale_at', 'bigint').execute()
  await db.schema.alterTable('wallets').addColumn('evidence', 'bytea').execute()
  await db.schema
    .alterTable('wallets')
    .addColumn('collection_code', 'text', (column) =>
      column.references('collections.code').onDelete('set null'),
    )
    .execute()
  await sql`create index wallets_collection_code on wallets (collection_code) where collection_code is not null`.execute(
    db,
  )
}

/** The codes have no foreign key, because an attempt that lost its `cosign_code` would link a wallet instead. */
async function letOwnersSpeak(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('attempts').addColumn('cosign_code', 'text').execute()
  await db.schema
    .alterTable('attempts')
    .addColumn('shows_name', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('attempts').addColumn('collection_code', 'text').execute()
}

async function letMultisigsGoMissing(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('multisigs').addColumn('missing_since', 'bigint').execute()
}

async function countAskedOwners(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('users').addColumn('asked_at', 'text').execute()
  await db.schema
    .alterTable('collection_viewers')
    .addColumn('part', 'text', (column) => column.notNull().defaultTo('opened'))
    .execute()
}

/** A contract account that accepted the hash of a text does not prove that the text was shown. */
async function noteBypassedMultisigs(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('multisigs').addColumn('bypassed_at', 'bigint').execute()
  await sql`update wallets set binding = 'hash' where level = 'account'`.execute(db)
}

/** Existing links have never been checked, so all are due. */
async function checkAccounts(db: Kysely<unknown>): Promise<void> {
  for (const column of ['checked_at', 'check_at', 'missing_since']) {
    await db.schema.alterTable('wallets').addColumn(column, 'bigint').execute()
  }
  await sql`update wallets set checked_at = verified_at, check_at = 0
    where level = 'account' and kind = 'contract' and evidence is not null and stale_at is null`.execute(
    db,
  )
  await sql`create index wallets_check_at on wallets (network, check_at) where check_at is not null`.execute(
    db,
  )
}

async function addReportedWriteAccess(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('write_access_reported', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}

/** Readers of events follow the places, because on Postgres sequences may become visible in another order. */
async function givePlacesToEvents(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('events').addColumn('place', 'bigint').execute()
  await sql`update events set place = sequence`.execute(db)
  await sql`create unique index events_place on events (place) where place is not null`.execute(db)
  await sql`create index events_unplaced on events (sequence) where place is null`.execute(db)
  await db.schema
    .createTable('event_places')
    .addColumn('last', 'bigint', (column) => column.notNull())
    .execute()
  await sql`insert into event_places (last) select coalesce(max(sequence), 0) from events`.execute(
    db,
  )
  if (!isPostgres(db)) return
  await sql`create sequence event_sequence`.execute(db)
  await sql`select setval('event_sequence', last + 1, false) from event_places`.execute(db)
}

/** An index alone finds the events that may be delivered, however many wait behind them. */
async function queueDeliveries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('events')
    .addColumn('waits_behind', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update events set waits_behind = 1 where deliver_at is not null and exists (
      select 1 from events as earlier
      where earlier.deliver_at is not null and earlier.sequence < events.sequence
        and (earlier.user_id in (events.user_id, events.other_user_id)
          or earlier.other_user_id in (events.user_id, events.other_user_id))
    )`.execute(db)
  await sql`drop index events_deliver_at`.execute(db)
  await sql`create index events_deliverable on events (deliver_at, sequence) where deliver_at is not null and waits_behind = 0`.execute(
    db,
  )
  await db.schema
    .createTable('webhook_pauses')
    .addColumn('url_hash', 'bytea', (column) => column.primaryKey())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .execute()
}

/** A signature of a Safe's text does not name its giver: it stays anonymous unless its key is linked to the giver. */
async function forgetUnprovenGivers(db: Kysely<unknown>): Promise<void> {
  await sql`update words set user_id = null, shows_name = 0
    where binding = 'hash' and user_id is not null and not exists (
      select 1 from wallets
      where wallets.user_id = words.user_id and wallets.address = words.owner and wallets.level = 'key'
    )`.execute(db)
}

/**
 * A signature alone proves nothing to others, so what it signed is stored with it. Payloads commit to the account since
 * then, so a text that was written before can no longer be signed, and its attempt starts again.
 */
async function storeProofs(db: Kysely<unknown>): Promise<void> {
  for (const table of ['wallets', 'consents']) {
    await db.schema.alterTable(table).addColumn('proof', 'bytea').execute()
    await db.schema.alterTable(table).dropColumn('signature').execute()
  }
  await db.schema.alterTable('confirmations').addColumn('proof', 'bytea').execute()
  await sql`update attempts set message = null where family = 'ton'`.execute(db)
  await sql`update attempts set expires_at = 0 where family = 'ton' and state = 'awaiting-signature'`.execute(
    db,
  )
  await sql`create index wallets_lone_quorum on wallets (user_id) where level = 'quorum' and cosigning_code is null`.execute(
    db,
  )
}

/** Nobody has been asked yet, so no card shows its proof. */
async function letCardsShowProofs(db: Kysely<unknown>): Promise<void> {
  await addFlag(db, 'cards', 'shows_proof')
}

/** Telegram has not signed a proof yet, and no member has asked it to. */
async function addProofLaunches(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('wallets').addColumn('launch', 'bytea').execute()
  await db.schema.alterTable('wallets').addColumn('launch_asked_at', 'bigint').execute()
}

/** Whose answer ended an earlier question is not known. */
async function noteAnsweredQuestions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('attempts')
    .addColumn('answered_by', 'text', (column) =>
      column.references('users.id').onDelete('set null'),
    )
    .execute()
  await sql`create index attempts_answered_by on attempts (answered_by) where answered_by is not null`.execute(
    db,
  )
}

/** Which groups the operator knows is not stored, so that members' requests count as made by anybody. */
async function noteStrangeGroups(db: Kysely<unknown>): Promise<void> {
  await addFlag(db, 'requests', 'by_anybody')
  await sql`update requests set by_anybody = 1 where key_id is null and members_only = 0`.execute(
    db,
  )
  await addFlag(db, 'chats', 'is_reported')
}

async function addFlag(db: Kysely<unknown>, table: string, flag: string): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn(flag, 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}

/** Renames tables, columns and indexes to the names in `docs/glossary.md`. Sealed values stay as they are. */
async function adoptVocabulary(db: Kysely<unknown>): Promise<void> {
  for (const [from, to] of RENAMED_TABLES) await db.schema.alterTable(from).renameTo(to).execute()
  for (const [table, from, to] of RENAMED_COLUMNS)
    await db.schema.alterTable(table).renameColumn(from, to).execute()
  // SQLite cannot rename an index.
  for (const [former, created] of RENAMED_INDEXES) {
    await db.schema.dropIndex(former).execute()
    await sql.raw(`create ${created}`).execute(db)
  }
  await sql`update events set type = 'cosigning.updated' where type = 'collection.news'`.execute(db)
  if (isPostgres(db)) await renameConstraints(db)
}

/** Postgres only: SQLite keeps the names that the constraints were created with. */
async function renameConstraints(db: Kysely<unknown>): Promise<void> {
  for (const [table, from, to] of RENAMED_CONSTRAINTS)
    await sql`alter table ${sql.table(table)} rename constraint ${sql.ref(from)} to ${sql.ref(to)}`.execute(
      db,
    )
}

const RENAMED_TABLES = [
  ['words', 'confirmations'],
  ['collections', 'cosignings'],
  ['collection_viewers', 'cosigning_viewers'],
  ['chat_askers', 'chat_requesters'],
  ['event_places', 'event_positions'],
] as const

const RENAMED_COLUMNS = [
  ['confirmations', 'collection_code', 'cosigning_code'],
  ['cosigning_viewers', 'collection_code', 'cosigning_code'],
  ['wallets', 'collection_code', 'cosigning_code'],
  ['attempts', 'collection_code', 'cosigning_code'],
  ['attempts', 'cosign_code', 'confirms_code'],
  ['consents', 'asker_id', 'requester_id'],
  ['events', 'place', 'position'],
  ['events', 'tell_at', 'notify_at'],
  ['request_posts', 'said_at', 'shown_at'],
] as const

const RENAMED_INDEXES = [
  ['consents_asker_id', 'index consents_requester_id on consents (requester_id)'],
  [
    'chat_askers_user_id_asked_at',
    'index chat_requesters_user_id_asked_at on chat_requesters (user_id, asked_at)',
  ],
  ['request_posts_said_at', 'index request_posts_shown_at on request_posts (shown_at)'],
  ['collections_starter_id', 'index cosignings_starter_id on cosignings (starter_id)'],
  ['collections_multisig_id', 'index cosignings_multisig_id on cosignings (multisig_id)'],
  ['collections_expires_at', 'index cosignings_expires_at on cosignings (expires_at)'],
  [
    'collections_attempt_id',
    'unique index cosignings_attempt_id on cosignings (attempt_id) where attempt_id is not null',
  ],
  ['collections_open', `index cosignings_open on cosignings (free_at) where state = 'open'`],
  [
    'words_user_id',
    'index confirmations_user_id on confirmations (user_id) where user_id is not null',
  ],
  ['collection_viewers_user_id', 'index cosigning_viewers_user_id on cosigning_viewers (user_id)'],
  [
    'wallets_collection_code',
    'index wallets_cosigning_code on wallets (cosigning_code) where cosigning_code is not null',
  ],
  ['events_place', 'unique index events_position on events (position) where position is not null'],
  ['events_unplaced', 'index events_unpositioned on events (sequence) where position is null'],
  ['events_tell_at', 'index events_notify_at on events (notify_at) where notify_at is not null'],
] as const

const RENAMED_CONSTRAINTS = [
  ['confirmations', 'words_pkey', 'confirmations_pkey'],
  ['confirmations', 'words_of_owner', 'confirmations_of_owner'],
  ['confirmations', 'words_collection_code_fkey', 'confirmations_cosigning_code_fkey'],
  ['confirmations', 'words_user_id_fkey', 'confirmations_user_id_fkey'],
  ['cosignings', 'collections_pkey', 'cosignings_pkey'],
  ['cosignings', 'collections_attempt_id_fkey', 'cosignings_attempt_id_fkey'],
  ['cosignings', 'collections_multisig_id_fkey', 'cosignings_multisig_id_fkey'],
  ['cosignings', 'collections_starter_id_fkey', 'cosignings_starter_id_fkey'],
  ['cosigning_viewers', 'collection_viewers_key', 'cosigning_viewers_key'],
  [
    'cosigning_viewers',
    'collection_viewers_collection_code_fkey',
    'cosigning_viewers_cosigning_code_fkey',
  ],
  ['cosigning_viewers', 'collection_viewers_user_id_fkey', 'cosigning_viewers_user_id_fkey'],
  ['chat_requesters', 'chat_askers_key', 'chat_requesters_key'],
  ['chat_requesters', 'chat_askers_chat_id_fkey', 'chat_requesters_chat_id_fkey'],
  ['chat_requesters', 'chat_askers_user_id_fkey', 'chat_requesters_user_id_fkey'],
  ['consents', 'consents_asker_id_fkey', 'consents_requester_id_fkey'],
  ['wallets', 'wallets_collection_code_fkey', 'wallets_cosigning_code_fkey'],
] as const
