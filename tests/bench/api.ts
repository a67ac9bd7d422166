import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#tests/support/postgres.ts'
import { measureDeliveries } from './deliveries.ts'
import { address, seedDatabase, telegramId } from './seed-database.ts'
import { type Production, startProduction } from './start-production.ts'
import { quantile } from './statistics.ts'

/**
 * `npm run bench:api [wallets]`: the host API of the built server with few and with many wallets
 * stored, on SQLite and Postgres; deliveries a second to a loopback receiver; memory. Bounded: the
 * seed of the large database takes most of a few minutes.
 */
const SIZES = [1_000, Number(process.argv[2] ?? 1_000_000)]
const ROOT = join(import.meta.dirname, '../..')
const REQUESTS = 1_500
const WARM_UP = 300
const CONNECTIONS = 16
/** A prime far from both sizes spreads the requests over the whole database. */
const STRIDE = 7_919

type Latencies = { user: number[]; wallet: number[] }
type ApiResult = {
  dialect: string
  wallets: number
  latencies: Latencies
  perSecond: number
  memoryAtRest: number
  memoryUnderLoad: number
}

const directory = await mkdtemp(join(tmpdir(), 'clasp-bench-api-'))
execFileSync('npm', ['run', 'build'], { cwd: ROOT, stdio: 'ignore' })
const postgres = await startPostgres()
try {
  const results: ApiResult[] = []
  for (const wallets of SIZES) {
    results.push(await measure('SQLite', `file:${join(directory, `${wallets}.db`)}`, wallets))
    results.push(
      await measure('Postgres', await postgres.createDatabase(`bench_${wallets}`), wallets),
    )
  }
  print(results)
  for (const [dialect, databaseUrl] of [
    ['SQLite', `file:${join(directory, 'deliveries.db')}`],
    ['Postgres', await postgres.createDatabase('bench_deliveries')],
  ] as const) {
    console.log(`deliveries, ${dialect}: ${await measureDeliveries(databaseUrl)}`)
  }
} finally {
  await postgres.stop()
  await rm(directory, { recursive: true, force: true })
}

async function measure(dialect: string, databaseUrl: string, wallets: number): Promise<ApiResult> {
  const dataKey = randomBytes(32)
  const keys = await seedDatabase({ databaseUrl, dataKey, wallets })
  const server = await startProduction({
    DATABASE_URL: databaseUrl,
    DATA_KEY: dataKey.toString('hex'),
  })
  try {
    const memoryAtRest = await getMemory(server)
    const ask = createAsk(server, keys)
    await getLatencies(ask, { wallets, count: WARM_UP })
    const latencies = await getLatencies(ask, { wallets, count: REQUESTS })
    const perSecond = await getThroughput(ask, wallets)
    const memoryUnderLoad = await getMemory(server)
    return { dialect, wallets, latencies, perSecond, memoryAtRest, memoryUnderLoad }
  } finally {
    await server.stop()
  }
}

type TimedCall = (path: string) => Promise<number>

/** Milliseconds until the whole answer was read. Each request takes the next key, so that no limit is met. */
function createAsk({ url }: Production, keys: string[]): TimedCall {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  let asked = 0
  return (path) =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now()
      const headers = { authorization: `Bearer ${keys[asked % keys.length]}` }
      asked += 1
      request(`${url}${path}`, { agent, headers }, (response) => {
        response.resume().once('end', () => {
          if (response.statusCode === 200) resolve(performance.now() - startedAt)
          else reject(new Error(`${path.split('/')[2]} got ${response.statusCode}`))
        })
      })
        .once('error', reject)
        .end()
    })
}

/** One request after the other, of members and wallets all over the database. */
async function getLatencies(
  ask: TimedCall,
  { wallets, count }: { wallets: number; count: number },
): Promise<Latencies> {
  const latencies: Latencies = { user: [], wallet: [] }
  for (let index = 0; index < count; index += 1) {
    latencies.user.push(await ask(userPath(index, wallets)))
    latencies.wallet.push(await ask(walletPath(index, wallets)))
  }
  return latencies
}

/** Requests a second over {@link CONNECTIONS} connections. */
async function getThroughput(ask: TimedCall, wallets: number): Promise<number> {
  const startedAt = performance.now()
  let next = 0
  const worker = async () => {
    while (next < REQUESTS * 2) {
      next += 1
      await ask(next % 2 === 0 ? userPath(next, wallets) : walletPath(next, wallets))
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return (REQUESTS * 2 * 1_000) / (performance.now() - startedAt)
}

function userPath(index: number, wallets: number): string {
  return `/v1/users/${telegramId((index * STRIDE) % Math.ceil(wallets / 2))}/wallets`
}

function walletPath(index: number, wallets: number): string {
  return `/v1/wallets/ton/${address((index * STRIDE) % wallets)}`
}

/** Resident memory of the server, in MiB, as it says itself. */
async function getMemory({ url }: Production): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const bytes = /^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1]
  return Number(bytes) / 1_048_576
}

function print(results: ApiResult[]): void {
  for (const result of results) {
    const { dialect, wallets, latencies, perSecond } = result
    const user = `${ms(latencies.user, 0.5)} / ${ms(latencies.user, 0.99)}`
    const wallet = `${ms(latencies.wallet, 0.5)} / ${ms(latencies.wallet, 0.99)}`
    console.log(
      `${dialect}, ${wallets} wallets: by account ${user}, by address ${wallet} (median / p99), ` +
        `${perSecond.toFixed(0)}/s on ${CONNECTIONS} connections, ` +
        `memory ${result.memoryAtRest.toFixed(0)} MiB at rest, ${result.memoryUnderLoad.toFixed(0)} MiB after load`,
    )
  }
  for (const dialect of ['SQLite', 'Postgres']) {
    const [few, many] = results.filter((result) => result.dialect === dialect)
    if (!few || !many) continue
    const ratio = (kind: keyof Latencies, share: number) =>
      (quantile(many.latencies[kind], share) / quantile(few.latencies[kind], share)).toFixed(2)
    console.log(
      `${dialect}, many to few: by account ${ratio('user', 0.5)} (p99 ${ratio('user', 0.99)}), ` +
        `by address ${ratio('wallet', 0.5)} (p99 ${ratio('wallet', 0.99)})`,
    )
  }
}

function ms(values: number[], share: number): string {
  return `${quantile(values, share).toFixed(2)} ms`
}
