import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createFieldCipher, sealJson } from '#server/store/database/field-cipher.ts'
import { placeOf } from '#server/store/database/sealed-tables.ts'
import type { MemberSearch } from '#server/store/admin/listed-members.ts'
import { openStore } from '#server/store/open-store.ts'
import type { Store } from '#server/store/store.ts'
import { DURABLE, startPostgres } from '#tests/support/postgres.ts'
import { openFilling } from './scale/open-filling.ts'
import { fillDatabase } from './scale/fill-database.ts'
import { scrollMembers } from './scroll-members.ts'
import { openDatabase } from './seed-database.ts'
import { quantile } from './statistics.ts'

/**
 * `npm run bench:members [-- --links 1000000 --only sqlite]`: what a page of the list of members costs an admin, by each kind of
 * search and filter, and how long the names of members whom an earlier version knew take to be stored; then how the
 * list scrolls on a slow phone (`--only screen`).
 */
const { values } = parseArgs({
  options: { links: { type: 'string', default: '1000000' }, only: { type: 'string' } },
})
const links = Number(values.links)
const SCROLLED_MEMBERS = 10_000
const LINKS_A_MEMBER = 2
const ROUNDS = 200
const PAGE = 50
const BATCH = 5_000
const MS_A_SECOND = 1_000
const FIRST = ['Anna', 'Alexander', 'Maria', 'Negar', 'José', 'Wei', 'Olga', 'Ivan', 'Sofia', 'Max']

const directory = await mkdtemp(join(tmpdir(), 'clasp-bench-members-'))
await chmod(directory, 0o755)
try {
  if (values.only === undefined || values.only === 'sqlite')
    await measure('SQLite', `file:${join(directory, 'clasp.db')}`)
  if (values.only === undefined || values.only === 'postgres') {
    const makeFolder = (prefix: string) => mkdtemp(join(directory, prefix))
    const flags = [...DURABLE.flags, '-cmax_wal_size=4GB']
    const postgres = await startPostgres({ flags, makeFolder })
    try {
      await measure('Postgres', await postgres.createDatabase('members'))
    } finally {
      await postgres.stop()
    }
  }
  if (values.only === undefined || values.only === 'screen')
    await measureScrolling(`file:${join(directory, 'screen.db')}`)
} finally {
  await rm(directory, { recursive: true, force: true })
}

/** Returns the key of a database with this many links of named members. */
async function fill(databaseUrl: string, to: number): Promise<Buffer> {
  const dataKey = randomBytes(32)
  await (await openStore({ databaseUrl, dataKey, delivers: false })).close()
  await fillDatabase(databaseUrl, { from: 0, to })
  await nameMembers(databaseUrl, dataKey)
  return dataKey
}

async function measureScrolling(databaseUrl: string): Promise<void> {
  const dataKey = await fill(databaseUrl, SCROLLED_MEMBERS * LINKS_A_MEMBER)
  const parts = await scrollMembers(databaseUrl, { dataKey, members: SCROLLED_MEMBERS })
  for (const { members, p50, p99, longest, longTasks } of parts)
    console.log(
      `up to member ${members}: a frame p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${longest.toFixed(1)} ms; ${longTasks} tasks over 50 ms`,
    )
}

async function measure(dialect: string, databaseUrl: string): Promise<void> {
  const dataKey = await fill(databaseUrl, links)
  const before = await settle(databaseUrl)
  const store = await openStore({ databaseUrl, dataKey, delivers: false })
  const startedAt = performance.now()
  while (await store.followNames());
  const seconds = (performance.now() - startedAt) / MS_A_SECOND
  const after = await settle(databaseUrl)
  console.log(
    `${dialect}, ${links} links: names stored in ${seconds.toFixed(0)} s, ${before} → ${after} bytes`,
  )
  await measureSearches(store)
  await store.close()
}

async function settle(databaseUrl: string): Promise<number> {
  const filling = await openFilling(databaseUrl)
  const bytes = await filling.settle()
  await filling.close()
  return bytes
}

/** Gives every filler a name that can be unsealed: one of ten first names, and a username of their own. */
async function nameMembers(databaseUrl: string, dataKey: Uint8Array): Promise<void> {
  const database = await openDatabase(databaseUrl)
  const cipher = createFieldCipher(dataKey)
  let index = 0
  for (let after = ''; ;) {
    const rows = await database.read
      .selectFrom('users')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    await database.write(async (sql) => {
      for (const { id } of rows) {
        index += 1
        const telegramId = String(5_000_000_000 + index)
        const firstName = FIRST[index % FIRST.length] ?? ''
        const names = { telegramId, firstName, username: `${firstName}_${index.toString(36)}` }
        const profile = sealJson(names, placeOf('users', 'profile', id), cipher)
        await sql
          .updateTable('users')
          .set({ profile, telegram_key: cipher.lookup(telegramId) })
          .where('id', '=', id)
          .execute()
      }
    })
    const last = rows.at(-1)
    if (last === undefined) break
    after = last.id
  }
  await database.close()
}

function words(...given: [string, ...string[]]): MemberSearch {
  return { by: 'words', words: given }
}

async function measureSearches(store: Store): Promise<void> {
  const none = { isStale: false }
  const [known] = (await store.listMembers({ by: 'nothing' }, none, { after: null, limit: 1 }))
    .members
  const wallet = known?.wallets[0]
  if (!known || wallet?.family !== 'ton') throw new Error('there is nobody to look for')
  const { network, address } = wallet
  const cases: [string, MemberSearch, Parameters<Store['listMembers']>[1]][] = [
    ['the newest', { by: 'nothing' }, none],
    ['filtered, nobody fits', { by: 'nothing' }, { ...none, level: 'quorum' }],
    ['stale, nobody is', { by: 'nothing' }, { isStale: true }],
    ['by address', { by: 'address', place: { family: 'ton', network, address } }, none],
    ['by Telegram id', { by: 'telegram-id', telegramId: known.user.telegramId }, none],
    ['by one letter', words('a'), none],
    ['by a common name', words('alexander'), none],
    ['by username', words(...splitUsername(known.user.username)), none],
    ['by two that nobody has together', words('an', 'ol'), none],
    ['by a name, nobody fits the filter', words('anna'), { ...none, family: 'evm' }],
    ['by a name that nobody has', words('qq'), none],
  ]
  for (const [name, search, filter] of cases) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const startedAt = performance.now()
      await store.listMembers(search, filter, { after: null, limit: PAGE })
      times.push(performance.now() - startedAt)
    }
    console.log(
      `  ${name}: p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`,
    )
  }
}

function splitUsername(username: string | null): [string, ...string[]] {
  const [first = '', ...others] = (username ?? '').toLowerCase().split('_')
  return [first, ...others]
}
