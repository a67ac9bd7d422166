import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { makeTables } from './bench-store.ts'
import { type Dialect, onEachDialect, ROOMY } from './dialects.ts'
import { fillDatabase, settle } from './scale/fill-database.ts'
import { getScaleTable, type MeasuredScale } from './scale/get-scale-table.ts'
import { measureScale } from './scale/measure-scale.ts'
import { readyTask } from './scale/ready-task.ts'
import { seconds } from './statistics.ts'

/**
 * `npm run bench:scale [-- --sizes 1000,100000 --only sqlite]`: what a link, a poll and an event
 * cost in the store, and its memory, while one database grows. Bounded: about a quarter of an hour
 * a dialect, and 12 GB of disk.
 */
const SIZES = '1000,10000,100000,1000000,10000000'
const ROUNDS = { warmUp: 100, rounds: 400 }
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

const string = { type: 'string' } as const
const { values } = parseArgs({ options: { sizes: string, only: string } })
const { sizes, only } = v.parse(OptionsSchema, values)
const measured: MeasuredScale[] = []
try {
  await onEachDialect(grow, { only, postgres: ROOMY })
} finally {
  console.log(`\n${getScaleTable(measured)}`)
}

async function grow({ name: dialect, create }: Dialect): Promise<void> {
  const databaseUrl = await create('scale')
  await makeTables(databaseUrl)
  for (const [index, links] of sizes.entries()) {
    const startedAt = performance.now()
    await fillDatabase(databaseUrl, { from: sizes[index - 1] ?? 0, to: links })
    const bytes = await settle(databaseUrl)
    const filledAt = performance.now()
    const result = await measureScale(await readyTask(databaseUrl, ROUNDS))
    measured.push({ ...result, dialect, links })
    console.log(
      `${dialect}, ${links} links: filled in ${seconds(filledAt - startedAt)}, ` +
        `${(bytes / BYTES_A_GIB).toFixed(2)} GiB; ` +
        `measured in ${seconds(performance.now() - filledAt)}, load ${loadavg()[0]?.toFixed(1)}`,
    )
  }
}
