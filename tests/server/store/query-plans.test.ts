import Database from 'libsql'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as v from 'valibot'
import { sampleTonMultisig } from '#tests/support/multisig-samples.ts'
import { openTestStore } from '#tests/support/open-test-store.ts'
import { sqliteDialect, runDialect } from '#tests/support/store-dialects.ts'
import {
  linkSample,
  NOON,
  sampleAttempt,
  sampleMember,
  sampleHolder,
} from '#tests/support/store-samples.ts'
import type { Store } from '#server/store/store.ts'

/** The tables that grow with the links. */
const GROWING = new Set(['users', 'sessions', 'attempts', 'wallets', 'events'])
const PlanSchema = v.array(v.object({ detail: v.string() }))
const IndexesSchema = v.array(v.object({ name: v.string() }))

const dialect = runDialect(sqliteDialect())

/** What a link, the polls after it, and the readers of its event ask the store. */
async function runOften(store: Store): Promise<void> {
  const { id, telegramId } = await sampleMember(store)
  const attemptId = await sampleAttempt(store, id)
  await store.openSession({ tokenHash: new Uint8Array(32), userId: id, expiresAt: NOON + 1 })
  await store.findSession(new Uint8Array(32), NOON)
  await store.advanceAttempt({ id: attemptId, userId: id }, { state: 'opened' }, NOON)
  const wallet = await linkSample(store, id)
  await store.findAttempt(attemptId, id, NOON)
  await store.findWallet(wallet.id, id)
  await store.findUserByTelegramId(telegramId)
  await store.listWallets(id)
  await store.listConsents(id, NOON)
  await store.listCosignings(id, NOON)
  await store.findUnderWay(id, NOON)
  await store.hasAsked(id)
  await store.listStandingAnswers(id, 10)
  await store.listCards(id)
  await store.takeOutcomes(NOON, 10)
  for (const { event } of await store.leaseDeliveries(NOON, NOON + 1, 10))
    await store.settleDelivery(event.sequence, { state: 'delivered' }, NOON)
  await store.nextDeliveryAt()
  for (const { event } of await store.leaseReceipts(NOON, NOON + 1, 10))
    await store.settleReceipt(event.sequence)
  await store.isOfThisHistory({ position: 1, eventId: null })
  await store.listHostEvents({ after: 0, limit: 10 })
}

/** The scans in a statement's plan that would read a growing table from one end to the other. */
function findScans(
  database: Database.Database,
  statement: string,
  partial: readonly string[],
): string[] {
  return explain(database, statement).filter((detail) => isLong(detail, partial))
}

function explain(database: Database.Database, statement: string): string[] {
  const plan = v.parse(PlanSchema, database.prepare(`explain query plan ${statement}`).all())
  return plan.map(({ detail }) => detail)
}

function isLong(detail: string, partial: readonly string[]): boolean {
  const [, table = '', index = ''] =
    /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?/.exec(detail) ?? []
  return GROWING.has(table) && !partial.includes(index)
}

/** Indexes of the rows that wait for something: they stay short. */
function listPartial(database: Database.Database): string[] {
  const query = `select name from sqlite_master where type = 'index' and sql like '% where %'`
  return v.parse(IndexesSchema, database.prepare(query).all()).map(({ name }) => name)
}

/** Statements that the store prepares, and the database. */
async function findStatements(run: (store: Store) => Promise<unknown>) {
  const databaseUrl = await dialect.createDatabase()
  const prepare = vi.spyOn(Database.prototype, 'prepare')
  await run(await openTestStore(databaseUrl))
  const statements = [...new Set(prepare.mock.calls.map(([statement]) => statement))]
  prepare.mockRestore()
  const database = new Database(databaseUrl.slice('file:'.length))
  onTestFinished(() => void database.close())
  return { statements, database }
}

/** The same with the scans of each. */
async function findPlans(run: (store: Store) => Promise<void>) {
  const { statements, database } = await findStatements(run)
  const partial = listPartial(database)
  return statements
    .filter((statement) => /^(?:select|insert|update|delete|with) /.test(statement))
    .map((statement) => ({ statement, scans: findScans(database, statement, partial) }))
}

/** Deletes a member whose wallet owns a multisig, so that what was read of it is forgotten. */
async function deleteOwner(store: Store): Promise<void> {
  const { id } = await sampleMember(store)
  const wallet = await linkSample(store, id)
  await store.saveMultisig(sampleTonMultisig({ owners: [wallet.address] }), NOON)
  await store.deleteUser(id, NOON)
}

test.each([
  { name: 'a link, a poll and an event', run: runOften, least: 30 },
  { name: 'the deletion of a member', run: deleteOwner, least: 30 },
])('no statement of $name reads a table that grows with the links', async ({ run, least }) => {
  const plans = await findPlans(run)
  expect(plans.length).toBeGreaterThan(least)
  expect(plans.filter(({ scans }) => scans.length > 0)).toEqual([])
})

test('the answers that Home shows are read from one index, newest first, without a sort', async () => {
  const { statements, database } = await findStatements((store) =>
    store.listStandingAnswers('member', 10),
  )
  const statement = statements.find((text) => text.includes('from "answers" inner join'))
  expect(explain(database, statement ?? '')).toEqual([
    'SEARCH answers USING INDEX answers_in_use (user_id=?)',
    'SEARCH requests USING INDEX sqlite_autoindex_requests_1 (code=?)',
  ])
})

test('a page of all wallets is read and filtered in one index, from its cursor on and without a sort', async () => {
  const filter = { family: 'ton', level: 'quorum', binding: 'text' } as const
  const page = { after: `${NOON}-0123456789abcdefghij_-`, limit: 10 }
  const { statements, database } = await findStatements((store) =>
    store.listHeldWallets(filter, page),
  )
  const statement = statements.find((text) => text.includes('cast("wallets"."binding"'))
  expect(explain(database, statement ?? '')).toEqual([
    'SEARCH wallets USING INDEX wallets_linked_at ((linked_at,id)>(?,?))',
    'SEARCH users USING INDEX sqlite_autoindex_users_1 (id=?)',
  ])
  const columns = `select name from pragma_index_info('wallets_linked_at')`
  const indexed = v.parse(IndexesSchema, database.prepare(columns).all())
  expect(indexed.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(filter)))
})

test('a filtered page of members looks at a part of one index, between two cursors', async () => {
  const { statements, database } = await findStatements(async (store) => {
    for (let index = 0; index < 3; index += 1) await sampleHolder(store)
    const bounds = { names: 1, links: 1, scans: 1 }
    const page = { after: null, limit: 1, bounds }
    await store.listMembers({ by: 'nothing' }, { isStale: false, family: 'evm' }, page)
  })
  const statement = statements.find((text) => text.includes('as "newer"'))
  expect(explain(database, statement ?? '')[0]).toBe(
    'SEARCH wallets USING INDEX wallets_linked_at ((linked_at,id)>(?,?))',
  )
})
