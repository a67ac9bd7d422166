import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openStore } from '#server/store/open-store.ts'
import type { Store } from '#server/store/store.ts'
import { postgresDialect, runDialect } from '#tests/support/store-dialects.ts'
import {
  MINUTE,
  newRequest,
  NOON,
  sampleChat,
  sampleMember,
  sampleHolder,
} from '#tests/support/store-samples.ts'

const START_TIMEOUT_MS = 60_000
const TIMEOUT = { interval: 20, timeout: 10_000 }
/** An advisory lock at which every answer waits just before it is committed. */
const GATE = 42

const dialect = runDialect(postgresDialect())

/** SQLite has one writer, so nothing comes between there. */
test(
  'an answer that a post was marked for, but that is not committed when a process polls, is shown on Postgres',
  async () => {
    const { store, db } = await openGated()
    const { id: userId } = await sampleMember(store)
    const chat = await sampleChat(store)
    const message = { language: 'en', threadId: null } as const
    const { code } = await store.createRequest(newRequest({ userId }, { chat, message }))
    await showAt(store, NOON)
    const first = { ...(await sampleHolder(store)), code }
    const second = { ...(await sampleHolder(store)), code }
    // The post is marked from here on, so the second answer has nothing to write about it.
    await store.answerRequest(first, NOON)
    let reading: Promise<number[]> = Promise.resolve([])
    await db.connection().execute(async (session) => {
      await sql`select pg_advisory_lock(${GATE})`.execute(session)
      const answering = store.answerRequest(second, NOON)
      await vi.waitFor(async () => {
        expect(await waiting(db)).toBe(1)
      }, TIMEOUT)
      let hasRead = false
      reading = showAt(store, NOON + 3_000).finally(() => {
        hasRead = true
      })
      await vi.waitFor(async () => {
        expect(hasRead || (await waiting(db)) === 2).toBe(true)
      }, TIMEOUT)
      await sql`select pg_advisory_unlock(${GATE})`.execute(session)
      await answering
    })
    const shown = [...(await reading), ...(await showAt(store, NOON + 6_000))]
    expect(shown.at(-1)).toBe(2)
  },
  START_TIMEOUT_MS,
)

async function openGated(): Promise<{ store: Store; db: Kysely<unknown> }> {
  const databaseUrl = await dialect.createDatabase()
  const dataKey = Uint8Array.from(randomBytes(32))
  const store = await openStore({ databaseUrl, dataKey, delivers: true })
  onTestFinished(() => store.close())
  await dialect.alter(
    databaseUrl,
    `create function wait_at_gate() returns trigger language plpgsql as
       'begin perform pg_advisory_xact_lock_shared(${GATE}); return null; end';
     create constraint trigger gate after insert on answers
       deferrable initially deferred for each row execute function wait_at_gate()`,
  )
  const db = dialect.connect(databaseUrl)
  onTestFinished(() => db.destroy())
  return { store, db }
}

/** How many sessions of this database wait for an advisory lock. */
async function waiting(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{ count: string }>`select count(*) as count from pg_locks
    where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return Number(rows[0]?.count)
}

/** The counts that the due posts show. */
async function showAt(store: Store, now: number): Promise<number[]> {
  const due = await store.leasePosts(now, now + MINUTE, 9)
  for (const { id } of due) await store.settlePost({ id, messageId: 7 }, { now, pauseMs: 3_000 })
  return due.map(({ answered }) => answered)
}
