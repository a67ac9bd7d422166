/**
 * The tables of version 1.0.0 and their indexes, in SQL that both databases read. SQLite stores a blob unchanged under any declared
 * type, and accepts 64-bit integers, so the type names of Postgres work for both. `schema.ts` says what the columns mean.
 */
export const FIRST_SCHEMA = `
create table settings (
  name text primary key,
  value bytea not null
);

create table users (
  id text primary key,
  telegram_key bytea not null unique,
  profile bytea not null,
  language text not null,
  may_message integer not null,
  created_at bigint not null,
  last_seen_at bigint not null,
  chosen_language text,
  asked_at text,
  write_access_reported integer not null default 0
);
create index users_last_seen_at on users (last_seen_at);

create table api_keys (
  id text primary key,
  name text not null unique,
  hash bytea not null unique,
  scopes text not null,
  created_at bigint not null,
  revoked_at bigint
);

create table chats (
  id text primary key,
  telegram_key bytea not null unique,
  profile bytea not null,
  created_at bigint not null,
  left_at bigint,
  is_reported integer not null default 0
);
create index chats_left_at on chats (left_at) where left_at is not null;

create table attempts (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  family text not null,
  state text not null,
  nonce text not null unique,
  wallet_app text,
  error_code text,
  wallet_id text,
  created_at bigint not null,
  expires_at bigint not null,
  client_platform text,
  client_version text,
  request_code text,
  outcome_taken integer not null default 0,
  message bytea,
  account_network text,
  account_address text,
  confirms_code text,
  shows_name integer not null default 0,
  cosigning_code text,
  answered_by text references users (id) on delete set null
);
create index attempts_answered_by on attempts (answered_by) where answered_by is not null;
create index attempts_expires_at on attempts (expires_at);
create index attempts_outcome on attempts (expires_at) where outcome_taken = 0;
create index attempts_user_id_created_at on attempts (user_id, created_at);

create table sessions (
  token_hash bytea primary key,
  user_id text not null references users (id) on delete cascade,
  expires_at bigint not null,
  attempt_id text references attempts (id) on delete cascade
);
create index sessions_attempt_id on sessions (attempt_id) where attempt_id is not null;
create index sessions_expires_at on sessions (expires_at);
create index sessions_user_id on sessions (user_id);

create table tickets (
  attempt_id text primary key references attempts (id) on delete cascade,
  ticket_hash bytea not null unique,
  expires_at bigint not null
);

create table multisigs (
  id text primary key,
  family text not null,
  network text not null,
  address text not null,
  reading text not null,
  checked_at bigint not null,
  free_at bigint not null,
  missing_since bigint,
  bypassed_at bigint,
  constraint multisigs_identity unique (address, network, family)
);
create index multisigs_checked_at on multisigs (checked_at);

create table multisig_owners (
  multisig_id text not null references multisigs (id) on delete cascade,
  address text not null,
  constraint multisig_owners_key primary key (multisig_id, address)
);
create index multisig_owners_address on multisig_owners (address);

create table cosignings (
  code text primary key,
  attempt_id text references attempts (id) on delete set null,
  multisig_id text not null references multisigs (id),
  starter_id text not null references users (id) on delete cascade,
  method text not null,
  message bytea,
  state text not null,
  problem text,
  created_at bigint not null,
  expires_at bigint not null,
  remind_at bigint,
  free_at bigint not null
);
create unique index cosignings_attempt_id on cosignings (attempt_id) where attempt_id is not null;
create index cosignings_expires_at on cosignings (expires_at);
create index cosignings_multisig_id on cosignings (multisig_id);
create index cosignings_open on cosignings (free_at) where state = 'open';
create index cosignings_starter_id on cosignings (starter_id);

create table confirmations (
  id text primary key,
  cosigning_code text not null references cosignings (code) on delete cascade,
  owner text not null,
  user_id text references users (id) on delete cascade,
  binding text not null,
  signature bytea not null,
  shows_name integer not null,
  given_at bigint not null,
  proof bytea,
  constraint confirmations_of_owner unique (cosigning_code, owner)
);
create index confirmations_user_id on confirmations (user_id) where user_id is not null;

create table cosigning_viewers (
  cosigning_code text not null references cosignings (code) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  part text not null default 'opened',
  constraint cosigning_viewers_key primary key (cosigning_code, user_id)
);
create index cosigning_viewers_user_id on cosigning_viewers (user_id);

create table wallets (
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
  cosigning_code text references cosignings (code) on delete set null,
  checked_at bigint,
  check_at bigint,
  missing_since bigint,
  proof bytea not null,
  launch bytea,
  launch_asked_at bigint
);
create index wallets_check_at on wallets (network, check_at) where check_at is not null;
create index wallets_cosigning_code on wallets (cosigning_code) where cosigning_code is not null;
create index wallets_family_address_linked_at_id on wallets (family, address, linked_at, id);
create unique index wallets_holder on wallets (family, network, address) where level = 'key';
create index wallets_linked_at on wallets (linked_at, id, family, level, binding);
create index wallets_lone_quorum on wallets (user_id) where level = 'quorum' and cosigning_code is null;
create unique index wallets_member on wallets (user_id, family, network, address);
create unique index wallets_primary on wallets (user_id) where is_primary = 1;

create table consents (
  attempt_id text primary key references attempts (id) on delete cascade,
  requester_id text not null references users (id) on delete cascade,
  family text not null,
  network text not null,
  address text not null,
  kind text not null,
  level text not null,
  binding text not null,
  key_source text not null,
  asked_at bigint not null,
  proof bytea not null
);
create index consents_family_network_address on consents (family, network, address);
create index consents_requester_id on consents (requester_id);

create table events (
  sequence bigint primary key,
  id text not null,
  type text not null,
  user_id text not null,
  other_user_id text,
  body bytea not null,
  created_at bigint not null,
  notify_at bigint,
  tries integer not null,
  delivery text,
  deliver_at bigint,
  delivery_tries integer not null default 0,
  delivery_error text,
  position bigint,
  waits_behind integer not null default 0
);
create index events_created_at on events (created_at);
create index events_deliverable on events (deliver_at, sequence) where deliver_at is not null and waits_behind = 0;
create index events_delivery on events (delivery, sequence) where delivery is not null;
create index events_id on events (id);
create index events_notify_at on events (notify_at) where notify_at is not null;
create index events_other_user_id on events (other_user_id) where other_user_id is not null;
create unique index events_position on events (position) where position is not null;
create index events_undelivered_other on events (other_user_id, sequence) where deliver_at is not null and other_user_id is not null;
create index events_undelivered_user on events (user_id, sequence) where deliver_at is not null;
create index events_unpositioned on events (sequence) where position is null;
create index events_user_id on events (user_id);

create table event_positions (
  last bigint not null
);

create table updates (
  update_id bigint primary key,
  claimed_at bigint not null
);

create table idempotent_replies (
  key_id text not null references api_keys (id) on delete cascade,
  key_hash bytea not null,
  request_hash bytea not null,
  claimed_at bigint not null,
  status integer not null,
  body bytea,
  constraint idempotent_replies_key primary key (key_id, key_hash)
);
create index idempotent_replies_claimed_at on idempotent_replies (claimed_at);

create table rate_limits (
  subject text primary key,
  due_at double precision not null
);

create table disabled_webhooks (
  url_hash bytea primary key,
  disabled_at bigint not null
);

create table webhook_pauses (
  url_hash bytea primary key,
  until bigint not null
);

create table attempt_tallies (
  day text not null,
  outcome text not null,
  platform text not null,
  wallet_app text not null,
  count bigint not null,
  constraint attempt_tallies_key primary key (day, outcome, platform, wallet_app)
);

create table requests (
  code text primary key,
  key_id text references api_keys (id),
  created_at bigint not null,
  expires_at bigint not null,
  closed_at bigint,
  families text not null default 'ton',
  created_by text references users (id) on delete set null,
  chat_id text references chats (id),
  max_answers integer,
  members_only integer not null default 0,
  is_draft integer not null default 0,
  by_anybody integer not null default 0
);
create index requests_chat_id on requests (chat_id) where chat_id is not null;
create index requests_created_by on requests (created_by, created_at) where created_by is not null;
create index requests_expires_at on requests (expires_at);

create table answers (
  id text primary key,
  request_code text not null references requests (code) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  wallet_id text references wallets (id) on delete set null,
  answered_at bigint not null,
  withdrawn_at bigint,
  constraint answers_of_member unique (request_code, user_id)
);
create index answers_request_code_answered_at_id on answers (request_code, answered_at, id);
create index answers_standing on answers (request_code) where withdrawn_at is null;
create index answers_user_id on answers (user_id);
create index answers_wallet_id on answers (wallet_id);

create table chat_requesters (
  chat_id text not null references chats (id) on delete cascade,
  user_id text not null references users (id) on delete cascade,
  asked_at bigint not null,
  constraint chat_requesters_key primary key (chat_id, user_id)
);
create index chat_requesters_user_id_asked_at on chat_requesters (user_id, asked_at);

create table request_posts (
  id text primary key,
  request_code text not null references requests (code) on delete cascade,
  thread_id bigint,
  message_id bigint,
  inline_key bytea unique,
  inline_id bytea,
  language text not null,
  is_stale integer not null,
  is_dropped integer not null,
  edit_at bigint,
  free_at bigint not null,
  shown_at bigint not null,
  tries integer not null
);
create index request_posts_edit_at on request_posts (edit_at) where edit_at is not null;
create index request_posts_request_code on request_posts (request_code);
create index request_posts_shown_at on request_posts (shown_at);

create table cards (
  code text primary key,
  wallet_id text references wallets (id) on delete set null,
  user_id text not null references users (id) on delete cascade,
  created_at bigint not null,
  sent_at bigint,
  revoked_at bigint,
  shows_proof integer not null default 0
);
create unique index cards_live on cards (wallet_id) where revoked_at is null;
create index cards_revoked_at on cards (revoked_at) where revoked_at is not null;
create index cards_user_id on cards (user_id);
create index cards_wallet_id on cards (wallet_id);

create table starts (
  user_id text primary key references users (id) on delete cascade,
  code text not null,
  expires_at bigint not null
);
create index starts_expires_at on starts (expires_at);
`
