import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startRelay } from '#tests/support/relay.ts'
import { median } from '../statistics.ts'
import type { ReadyProof } from '../submit-proof.ts'
import { type CpuUse, describeCpu, startCpuClock } from './cpu.ts'
import { atLeast, note, round } from './finding.ts'
import { startFlow } from './flow.ts'
import { makeTables } from '../bench-store.ts'
import { getProofs, readyProofs } from '../ready-proofs.ts'
import { type OperatePart, type OperateStage, startServer } from './stage.ts'

/** Each way to the database takes so much longer in the second half, in milliseconds: a round trip of 2. */
const DELAY_MS = 1
/** Members at each process at the same time. */
const WORKERS = 32
const WARM_UP_MS = 3_000
const MEASURED_MS = 6_000
const PROOFS = 12_000
/** Connections of each process where the CPU of this machine is not to be what limits. */
const FEW_CONNECTIONS = 1

type Run = {
  name: string
  /** Of an existing, empty database. */
  databaseUrl: string
  processes: number
  /** Connections of each process; null for as many as it takes by itself. */
  poolSize?: number
}

type MeasuredFlow = { perSecond: number; p50: number; cpu: CpuUse }

/** Proofs a second with one, two and three processes, near the database and at a distance, beside SQLite. */
export const throughput: OperatePart = async (stage) => {
  const sqlite = await measure({
    name: 'SQLite, 1 process',
    databaseUrl: await stage.dialects.sqlite.create('clasp'),
    processes: 1,
  })
  const near = await scale(stage, 'no delay')
  const far = await scale(stage, 'round trip of 2 ms', { delayMs: DELAY_MS })
  const few = await scale(stage, `round trip of 2 ms, ${FEW_CONNECTIONS} connection each`, {
    delayMs: DELAY_MS,
    poolSize: FEW_CONNECTIONS,
  })
  return [
    note(
      'proofs a second, SQLite',
      `${round(sqlite.perSecond)} (CPU ${percent(sqlite.cpu.machine)})`,
    ),
    ...[near, far, few].map(({ name, rates, busy }) =>
      note(
        `proofs a second, 1 / 2 / 3 processes, ${name}`,
        `${rates.map(round).join(' / ')} (CPU of the machine ${busy.map(percent).join(' / ')})`,
      ),
    ),
    atLeast('one process on Postgres to SQLite', ratio(near.rates[0], sqlite.perSecond), 0.6),
    ...[far, few].flatMap(({ name, rates: [one, two, three] }) => [
      atLeast(`two processes to one, ${name}`, ratio(two, one), 1.8),
      atLeast(`three processes to one, ${name}`, ratio(three, one), 2.5),
    ]),
  ]
}

function ratio(other = 0, one = 1): number {
  return other / one
}

async function scale(
  stage: OperateStage,
  name: string,
  { delayMs = 0, poolSize }: { delayMs?: number; poolSize?: number } = {},
): Promise<{ name: string; rates: number[]; busy: number[] }> {
  const rates: number[] = []
  const busy: number[] = []
  for (const processes of [1, 2, 3]) {
    const run = `${name}, ${processes} process${processes > 1 ? 'es' : ''}`
    const direct = await stage.postgres.createDatabase(databaseName(run))
    const relay = delayMs > 0 ? await startRelay(direct, delayMs) : undefined
    const databaseUrl = relay?.url ?? direct
    const pool = poolSize === undefined ? {} : { poolSize }
    const { perSecond, cpu } = await measure({ name: run, databaseUrl, processes, ...pool })
    rates.push(perSecond)
    busy.push(cpu.machine)
    await relay?.cut()
  }
  return { name, rates, busy }
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}

function databaseName(run: string): string {
  return run.toLowerCase().replaceAll(/\W+/g, '_')
}

async function measure({ name, databaseUrl, processes, poolSize }: Run): Promise<MeasuredFlow> {
  await makeTables(databaseUrl)
  const proofs = await readyProofs(databaseUrl, getProofs(PROOFS))
  const pool: Record<string, string> =
    poolSize === undefined ? {} : { DATABASE_POOL_SIZE: String(poolSize) }
  const servers = await Promise.all(
    Array.from({ length: processes }, () => startServer({ DATABASE_URL: databaseUrl, ...pool })),
  )
  const measured = await load(
    servers.map(({ url }) => url),
    proofs,
    databaseUrl,
  )
  await Promise.all(servers.map((server) => server.kill()))
  const trip = databaseUrl.startsWith('file:') ? '' : `, round trip ${await roundTrip(databaseUrl)}`
  console.log(
    `${name}: ${round(measured.perSecond)}/s, p50 ${round(measured.p50)} ms, ${describeCpu(measured.cpu)}${trip}`,
  )
  return measured
}

async function load(
  urls: readonly string[],
  proofs: readonly ReadyProof[],
  databaseUrl: string,
): Promise<MeasuredFlow> {
  const share = Math.floor(proofs.length / urls.length)
  const flows = urls.map((url, index) =>
    startFlow({ url, proofs: proofs.slice(index * share, (index + 1) * share), workers: WORKERS }),
  )
  await sleep(WARM_UP_MS)
  const stopClock = await startCpuClock(urls, databaseUrl)
  const from = performance.now()
  await sleep(MEASURED_MS)
  const to = performance.now()
  const cpu = await stopClock()
  await Promise.all(flows.map((flow) => flow.stop()))
  const answers = flows
    .flatMap(({ answers: of }) => of)
    .filter(({ endedAt }) => endedAt >= from && endedAt < to)
  if (!answers.every(({ isLinked }) => isLinked)) throw new Error('a valid proof was refused')
  return {
    perSecond: (answers.length * 1_000) / (to - from),
    p50: median(answers.map(({ begunAt, endedAt }) => endedAt - begunAt)),
    cpu,
  }
}

/** What one statement takes on the way that the servers took, while nothing else happens. */
async function roundTrip(databaseUrl: string): Promise<string> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  const times: number[] = []
  for (let count = 0; count < 50; count += 1) {
    const startedAt = performance.now()
    await client.query('select 1')
    times.push(performance.now() - startedAt)
  }
  await client.end()
  return `${round(median(times))} ms`
}
