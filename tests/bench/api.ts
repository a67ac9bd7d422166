import { Agent, request } from 'node:http'
import { measureDeliveries } from './deliveries.ts'
import { type Dialect, onEachDialect } from './dialects.ts'
import { readMetric } from './read-metric.ts'
import { address, seedDatabase, telegramId } from './seed-database.ts'
import { type Production, startProduction } from './start-production.ts'
import { describeTimes, quantile } from './statistics.ts'
import { undoing } from './undoing.ts'

/**
 * `npm run bench:api [wallets]`: the host API of the built server with few and with many wallets
 * stored, on SQLite and Postgres; deliveries a second to a loopback receiver; memory. Bounded: the
 * seed of the large database takes most of a few minutes.
 */
const SIZES = [1_000, Number(process.argv[2] ?? 1_000_000)]
const REQUESTS = 1_500
const WARM_UP = 300
const CONNECTIONS = 16
/** A prime far from both sizes spreads the requests over the whole database. */
const STRIDE = 7_919

type Latencies = { user: number[]; wallet: number[] }

await onEachDialect(async (dialect) => {
  const results: Latencies[] = []
  for (const wallets of SIZES) results.push(await undoing(() => measure(dialect, wallets)))
  compare(dialect.name, results)
  const deliveries = await measureDeliveries(await dialect.create('bench_deliveries'))
  console.log(`deliveries, ${dialect.name}: ${deliveries}`)
})

async function measure({ name, create }: Dialect, wallets: number): Promise<Latencies> {
  const databaseUrl = await create(`bench_${wallets}`)
  const keys = await seedDatabase(databaseUrl, wallets)
  const server = await startProduction({ DATABASE_URL: databaseUrl })
  const atRest = await getMemory(server)
  const ask = createAsk(server, keys)
  await getLatencies(ask, { wallets, count: WARM_UP })
  const latencies = await getLatencies(ask, { wallets, count: REQUESTS })
  const perSecond = await getThroughput(ask, wallets)
  console.log(
    `${name}, ${wallets} wallets: by account ${describeTimes(latencies.user)}, by address ${describeTimes(latencies.wallet)}, ` +
      `${perSecond.toFixed(0)}/s on ${CONNECTIONS} connections, ` +
      `memory ${atRest.toFixed(0)} MiB at rest, ${(await getMemory(server)).toFixed(0)} MiB after load`,
  )
  return latencies
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
  return (await readMetric(url, 'process_resident_memory_bytes')) / 1_048_576
}

function compare(dialect: string, [few, many]: readonly Latencies[]): void {
  if (!few || !many) return
  const ratio = (kind: keyof Latencies, share: number) =>
    (quantile(many[kind], share) / quantile(few[kind], share)).toFixed(2)
  console.log(
    `${dialect}, many to few: by account ${ratio('user', 0.5)} (p99 ${ratio('user', 0.99)}), ` +
      `by address ${ratio('wallet', 0.5)} (p99 ${ratio('wallet', 0.99)})`,
  )
}
