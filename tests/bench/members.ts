import { parseArgs } from 'node:util'
import type { MemberSearch } from '#server/store/admin/listed-members.ts'
import type { Store } from '#server/store/store.ts'
import { makeTables, openBenchStore, openDatabase } from './bench-store.ts'
import { type Dialect, onEachDialect, ROOMY } from './dialects.ts'
import { fillDatabase, settle } from './scale/fill-database.ts'
import { scrollMembers } from './scroll-members.ts'
import { profileOf } from './seed-database.ts'
import { describeTimes, ms, seconds } from './statistics.ts'

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
const FIRST = ['Anna', 'Alexander', 'Maria', 'Negar', 'José', 'Wei', 'Olga', 'Ivan', 'Sofia', 'Max']

if (values.only !== 'screen') {
  await onEachDialect(measure, { only: values.only, postgres: ROOMY })
}
if (values.only === undefined || values.only === 'screen') {
  await onEachDialect(measureScrolling, { only: 'sqlite' })
}

/** Fills a database with this many links of named members. */
async function fill(databaseUrl: string, to: number): Promise<void> {
  await makeTables(databaseUrl)
  await fillDatabase(databaseUrl, { from: 0, to })
  await nameMembers(databaseUrl)
}

async function measureScrolling({ create }: Dialect): Promise<void> {
  const databaseUrl = await create('screen')
  await fill(databaseUrl, SCROLLED_MEMBERS * LINKS_A_MEMBER)
  const parts = await scrollMembers(databaseUrl, SCROLLED_MEMBERS)
  for (const { members, frames, longTasks } of parts)
    console.log(
      `up to member ${members}: a frame ${describeTimes(frames)}, longest ${ms(Math.max(...frames))}; ${longTasks} tasks over 50 ms`,
    )
}

async function measure({ name, create }: Dialect): Promise<void> {
  const databaseUrl = await create('members')
  await fill(databaseUrl, links)
  const before = await settle(databaseUrl)
  const store = await openBenchStore(databaseUrl)
  const startedAt = performance.now()
  while (await store.followNames());
  const took = seconds(performance.now() - startedAt)
  const after = await settle(databaseUrl)
  console.log(`${name}, ${links} links: names stored in ${took}, ${before} → ${after} bytes`)
  await measureSearches(store)
  await store.close()
}

/** Gives every filler a name that can be unsealed: one of ten first names, and a username of their own. */
async function nameMembers(databaseUrl: string): Promise<void> {
  const database = await openDatabase(databaseUrl)
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
        await sql.updateTable('users').set(profileOf(id, names)).where('id', '=', id).execute()
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
    console.log(`  ${name}: ${describeTimes(times)}`)
  }
}

function splitUsername(username: string | null): [string, ...string[]] {
  const [first = '', ...others] = (username ?? '').toLowerCase().split('_')
  return [first, ...others]
}
