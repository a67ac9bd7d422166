import { sql as raw, type Insertable, type RawBuilder } from 'kysely'
import type { Schema } from '#server/store/database/schema.ts'
import type { Sql } from '#server/store/database/sql-database.ts'
import { createFieldCipher, type FieldCipher } from '#server/store/database/field-cipher.ts'
import { randomId } from '#server/store/rows/transaction.ts'
import { address, batches, getId, memberRow, openDatabase } from '../seed-database.ts'
import { DATA_KEY } from './stage.ts'

/** Events of one member, of which only the first may go. */
const EVENTS_A_MEMBER = 2
/** As many as a statement writes well within its time. */
const ROWS_A_STATEMENT = 50_000
/** Index of the first member with waiting events: before them stand those of other seeds. */
const FIRST_MEMBER = 100_000

/**
 * Fills a database with members of one wallet each, in one statement, and with deliveries that wait. What nobody
 * reads here is no more than bytes.
 */
export async function loadBacklog(
  databaseUrl: string,
  { wallets, waiting }: { wallets: number; waiting: number },
): Promise<void> {
  const database = await openDatabase(databaseUrl)
  const cipher = createFieldCipher(DATA_KEY)
  const dialect = databaseUrl.startsWith('file:') ? SQLITE : POSTGRES
  for (let from = 1; from <= wallets; from += ROWS_A_STATEMENT) {
    const numbers = dialect.numbers(from, Math.min(wallets, from + ROWS_A_STATEMENT - 1))
    await database.statement((sql) => insertMembers(sql, { ...dialect, numbers }))
    await database.statement((sql) => insertWallets(sql, { ...dialect, numbers }))
  }
  for (const indexes of batches(waiting / EVENTS_A_MEMBER)) {
    const members = indexes.map((index) => memberRow(FIRST_MEMBER + index, cipher))
    await database.statement((sql) => sql.insertInto('users').values(members).execute())
  }
  for (const indexes of batches(waiting)) {
    const events = indexes.map((index) => eventRow(index, cipher))
    await database.statement((sql) => sql.insertInto('events').values(events).execute())
  }
  if (dialect === POSTGRES) {
    await database.statement((sql) =>
      raw`select setval('event_sequence', ${waiting}::bigint)`.execute(sql),
    )
  }
  await database.close()
}

type Dialect = typeof POSTGRES
/** What fills rows: `n` from the numbers, random bytes, and random hex digits for an address. */
type Filling = Omit<Dialect, 'numbers'> & { numbers: RawBuilder<unknown> }

const POSTGRES = {
  numbers: (from: number, to: number) =>
    raw`select n from generate_series(${raw.lit(from)}, ${raw.lit(to)}) as g(n)`,
  bytes: raw`decode(md5(n::text) || md5((-n)::text), 'hex')`,
  digits: raw`md5(n::text) || md5((-n)::text)`,
}
const SQLITE: Dialect = {
  numbers: (from: number, to: number) =>
    raw`with recursive g(n) as (select ${raw.lit(from)} union all select n + 1 from g where n < ${raw.lit(to)}) select n from g`,
  bytes: raw`randomblob(32)`,
  digits: raw`lower(hex(randomblob(32)))`,
}

/** The same times for all: none is old enough to be swept. */
const NOW = raw.lit(Date.now())

async function insertMembers(sql: Sql, { numbers, bytes }: Filling): Promise<void> {
  await raw`insert into users (id, telegram_key, profile, language, may_message, created_at, last_seen_at)
    select 'member' || n, ${bytes}, ${bytes}, 'en', 0, ${NOW}, ${NOW} from (${numbers}) as numbers`.execute(
    sql,
  )
}

async function insertWallets(sql: Sql, { numbers, bytes, digits }: Filling): Promise<void> {
  await raw`insert into wallets (id, user_id, family, network, address, kind, level, binding, key_source, is_primary,
      linked_at, verified_at, signature)
    select 'wallet' || n, 'member' || n, 'ton', '-239', '0:' || ${digits}, 'v5r1', 'key', 'domain', 'state-init', 1,
      ${NOW} - n, ${NOW} - n, ${bytes} from (${numbers}) as numbers`.execute(sql)
}

function eventRow(index: number, cipher: FieldCipher): Insertable<Schema['events']> {
  const id = randomId()
  const userId = getId('member', FIRST_MEMBER + Math.floor(index / EVENTS_A_MEMBER))
  const body = { type: 'wallet.linked', userId, wallet: getWallet(index, userId) }
  const now = Date.now()
  return {
    sequence: index + 1,
    id,
    type: 'wallet.linked',
    user_id: userId,
    body: cipher.seal(Buffer.from(JSON.stringify(body)), {
      table: 'events',
      column: 'body',
      row: id,
    }),
    created_at: now,
    tries: 0,
    delivery: 'pending',
    deliver_at: now,
    waits_behind: index % EVENTS_A_MEMBER === 0 ? 0 : 1,
    delivery_tries: 0,
  }
}

function getWallet(index: number, userId: string) {
  return {
    id: randomId(),
    userId,
    family: 'ton',
    network: '-239',
    address: address(index),
    kind: 'v5r1',
    level: 'key',
    binding: 'domain',
    keySource: 'state-init',
    label: null,
    primary: true,
    verifiedAt: Date.now(),
  }
}
