import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readDatabaseState } from '#server/store/database/database-state.ts'
import type { Dialect } from '../dialects.ts'
import { median, quantile } from '../statistics.ts'
import { type OperateFinding, atMost, note, round } from './finding.ts'
import { type Flow, startFlow } from './flow.ts'
import { DATA_KEY, makeTables } from '../bench-store.ts'
import { getProofs, readyProofs } from '../ready-proofs.ts'
import { type OperatePart, startServer } from './stage.ts'

/** As many members have something sealed, and an attempt. */
const PROOFS = 4_000
/** Members who link steadily, far below what the server can do, and the rest of each, in milliseconds. */
const STEADY = { workers: 4, pauseMs: 100 }
const MEASURED_MS = 8_000
const POLL_MS = 250

/** DATA_KEY is changed while members link. */
export const keyChange: OperatePart = async ({ dialects }) => {
  const findings: OperateFinding[] = []
  for (const dialect of Object.values(dialects)) findings.push(...(await measure(dialect)))
  return findings
}

async function measure({ name, create }: Dialect): Promise<OperateFinding[]> {
  const databaseUrl = await create('key_change')
  await makeTables(databaseUrl)
  const proofs = await readyProofs(databaseUrl, getProofs(PROOFS))
  const keys = [randomBytes(32), DATA_KEY].map((key) => Buffer.from(key).toString('hex'))
  const server = await startServer({
    DATABASE_URL: databaseUrl,
    DATA_KEY: keys.join(),
  })
  const flow = startFlow({ url: server.url, proofs, ...STEADY })
  const quiet = await during(flow, () => sleep(MEASURED_MS))
  const start = await untilDone(databaseUrl, 1)
  const busy = await during(flow, () => untilDone(databaseUrl, PROOFS))
  await flow.stop()
  await server.kill()
  const rate = ((PROOFS - start.done) * 1_000) / busy.ms
  console.log(`${name}: ${round(rate)} rows/s; p99 ${round(quiet.p99)}, then ${round(busy.p99)} ms`)
  return [
    note(`key change, ${name}: rows sealed anew a second`, round(rate)),
    note(`key change, ${name}: link p50 before / meanwhile`, `${pair(quiet.p50, busy.p50)} ms`),
    note(`key change, ${name}: link p99 before / meanwhile`, `${pair(quiet.p99, busy.p99)} ms`),
    atMost(`key change, ${name}: links that failed`, busy.failed, { aim: 0, unit: '' }),
  ]
}

function pair(before: number, meanwhile: number): string {
  return `${round(before)} / ${round(meanwhile)}`
}

/** What members wait for while something happens. */
async function during({ answers }: Flow, happens: () => Promise<unknown>) {
  const from = performance.now()
  await happens()
  const ms = performance.now() - from
  const own = answers.filter(({ begunAt }) => begunAt >= from)
  const waits = own.map(({ begunAt, endedAt }) => endedAt - begunAt)
  const failed = own.filter(({ isLinked }) => !isLinked).length
  return { ms, p50: median(waits), p99: quantile(waits, 0.99), failed }
}

/** Waits until the first pass has looked at so many rows, or is over. */
async function untilDone(databaseUrl: string, rows: number): Promise<{ done: number }> {
  for (;;) {
    const { keyChange: change } = await readDatabaseState(databaseUrl)
    if (change && (change.done >= rows || change.pass > 1)) return change
    await sleep(POLL_MS)
  }
}
