import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { openStore } from '#server/store/open-store.ts'
import { DURABLE, startPostgres } from '#tests/support/postgres.ts'
import { fillDatabase } from './scale/fill-database.ts'
import { getScaleTable, type Measured } from './scale/get-scale-table.ts'
import { measureScale } from './scale/measure-scale.ts'
import { readyTask } from './scale/ready-task.ts'

/**
 * `npm run bench:scale [-- --sizes 1000,100000 --only sqlite]`: what a link, a poll and an event
 * cost in the store, and its memory, while one database grows. Bounded: about a quarter of an hour
 * a dialect, and 12 GB of disk.
 */
const SIZES = '1000,10000,100000,1000000,10000000'
const ROUNDS = { warmUp: 100, rounds: 400 }
const MS_A_SECOND = 1_000
const BYTES_A_GIB = 2 ** 30

/** Two wallets a member, so the sizes are even; a database only grows. */
const SizesSchema = v.pipe(
  v.string(),
  v.transform((text) => text.split(',').map(Number)),
  v.array(v.pipe(v.number(), v.integer(), v.minValue(1_000), v.multipleOf(2))),
  v.check((sizes) => sizes.every((size, index) => size > (sizes[index - 1] ?? 0))),
)
const OptionsSchema = v.object({
  sizes: v.optional(SizesSchema, SIZES),
  only: v.optional(v.picklist(['sqlite', 'postgres'])),
})

const { sizes, only } = v.parse(OptionsSchema, readOptions())
const undo: (() => Promise<unknown>)[] = []
let cleaning = Promise.resolve()
const directory = await mkdtemp(join(tmpdir(), 'clasp-bench-scale-'))
// The user of Postgres enters it.
await chmod(directory, 0o755)
// Also where a signal ends the process before the rest is undone.
process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)))
const measured: Measured[] = []
try {
  if (only !== 'postgres') await grow('SQLite', await startSqlite())
  // Its gigabytes go before the next ones come.
  await cleanUp()
  if (only !== 'sqlite') await grow('Postgres', await startPostgresServer())
} finally {
  await cleanUp()
  console.log(`\n${getScaleTable(measured)}`)
}

function readOptions() {
  const string = { type: 'string' } as const
  return parseArgs({ options: { sizes: string, only: string } }).values
}

/** Answers the URL of an empty database, as does the next. */
async function startSqlite(): Promise<string> {
  const folder = await makeFolder('sqlite-')
  undo.push(() => rm(folder, { recursive: true, force: true }))
  return `file:${join(folder, 'clasp.db')}`
}

/** Writes through to its disk; its log has room, so that filling does not flush again and again. */
async function startPostgresServer(): Promise<string> {
  const flags = [...DURABLE.flags, '-cmax_wal_size=4GB']
  const postgres = await startPostgres({ flags, makeFolder })
  undo.push(() => postgres.stop())
  return postgres.createDatabase('scale')
}

function makeFolder(prefix: string): Promise<string> {
  return mkdtemp(join(directory, prefix))
}

async function grow(dialect: string, databaseUrl: string): Promise<void> {
  const dataKey = Uint8Array.from(randomBytes(32))
  const store = await openStore({ databaseUrl, dataKey, delivers: true })
  await store.close()
  for (const [index, links] of sizes.entries()) {
    const startedAt = performance.now()
    const bytes = await fillDatabase(databaseUrl, { from: sizes[index - 1] ?? 0, to: links })
    const filledAt = performance.now()
    const result = await measureScale(await readyTask({ databaseUrl, dataKey }, ROUNDS))
    measured.push({ ...result, dialect, links })
    console.log(
      `${dialect}, ${links} links: filled in ${seconds(filledAt - startedAt)}, ` +
        `${(bytes / BYTES_A_GIB).toFixed(2)} GiB; ` +
        `measured in ${seconds(performance.now() - filledAt)}, load ${loadavg()[0]?.toFixed(1)}`,
    )
  }
}

/** A second call waits for the first. */
function cleanUp(): Promise<void> {
  cleaning = undoAll(cleaning)
  return cleaning
}

async function undoAll(before: Promise<void>): Promise<void> {
  await before
  for (const step of undo.splice(0).toReversed()) await step()
}

function seconds(ms: number): string {
  return `${(ms / MS_A_SECOND).toFixed(1)} s`
}
