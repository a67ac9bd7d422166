import { setTimeout as sleep } from 'node:timers/promises'
import type { Dialect } from '../dialects.ts'
import { seconds } from '../statistics.ts'
import { undoing } from '../undoing.ts'
import { median } from '../statistics.ts'
import { atMost, type OperateFinding, note, round } from './finding.ts'
import { startFlow } from './flow.ts'
import { loadBacklog } from './load-backlog.ts'
import { makeTables, openBenchStore } from '../bench-store.ts'
import { getProofs, readyProofs } from '../ready-proofs.ts'
import { type OperatePart, startReceiver, startServer } from './stage.ts'

const WALLETS = 1_000_000
const WAITING = 20_000
/** How long the receiver takes for each event, in milliseconds, so that the backlog stays one. */
const RECEIVER_MS = 1_000
const WORKERS = 4
const PAUSE_MS = 40
const WARM_UP_MS = 3_000
const MEASURED_MS = 8_000
const PROOFS = 2_000
const CHOICES = 40

/** Many wallets and many deliveries that wait, freshly loaded; nothing has gathered statistics since. */
export const backlog: OperatePart = async ({ dialects }) => {
  const findings: OperateFinding[] = []
  for (const dialect of Object.values(dialects)) findings.push(...(await compare(dialect)))
  return findings
}

async function compare({ name, create }: Dialect): Promise<OperateFinding[]> {
  const empty = await create('without_backlog')
  await makeTables(empty)
  const without = await undoing(() => linkP50(empty))
  const loaded = await create('with_backlog')
  await makeTables(loaded)
  const startedAt = performance.now()
  await loadBacklog(loaded, { wallets: WALLETS, waiting: WAITING })
  console.log(`${name}: loaded in ${seconds(performance.now() - startedAt)}`)
  const choosing = await choiceMs(loaded)
  const withBacklog = await undoing(() => linkP50(loaded))
  return [
    note(
      `backlog, ${name}: link p50 without / with it`,
      `${round(without)} / ${round(withBacklog)} ms`,
    ),
    atMost(`backlog, ${name}: link p50 to that without it`, withBacklog / without, {
      aim: 1.2,
      unit: 'times',
    }),
    atMost(`backlog, ${name}: leasing the next delivery, its choice included, p50`, choosing, {
      aim: 5,
      unit: 'ms',
    }),
  ]
}

/** What a link takes over HTTP while a slow receiver is delivered to, in milliseconds. */
async function linkP50(databaseUrl: string): Promise<number> {
  const proofs = await readyProofs(databaseUrl, getProofs(PROOFS))
  const receiver = await startReceiver()
  receiver.answers(() => (response) => {
    setTimeout(() => response.writeHead(204).end(), RECEIVER_MS)
  })
  const { url } = await startServer({ DATABASE_URL: databaseUrl, ...receiver.variables })
  const flow = startFlow({ url, proofs, workers: WORKERS, pauseMs: PAUSE_MS })
  await sleep(WARM_UP_MS)
  const from = performance.now()
  await sleep(MEASURED_MS)
  await flow.stop()
  const times = flow.answers
    .filter(({ begunAt, isLinked }) => isLinked && begunAt >= from)
    .map(({ begunAt, endedAt }) => endedAt - begunAt)
  return median(times)
}

/** What it takes to choose one delivery and to lease it, in milliseconds. */
async function choiceMs(databaseUrl: string): Promise<number> {
  const store = await openBenchStore(databaseUrl)
  const times: number[] = []
  for (let count = 0; count < CHOICES; count += 1) {
    const now = Date.now()
    const startedAt = performance.now()
    const leased = await store.leaseDeliveries(now, now + 1_000, 1)
    times.push(performance.now() - startedAt)
    if (leased.length !== 1) throw new Error('there was nothing to deliver')
  }
  await store.close()
  return median(times)
}
