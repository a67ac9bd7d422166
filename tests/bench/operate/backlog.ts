import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openStore } from '#server/store/open-store.ts'
import { startWebhookReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts'
import { median } from '../statistics.ts'
import { atMost, type Finding, note, round } from './finding.ts'
import { startFlow } from './flow.ts'
import { loadBacklog } from './load-backlog.ts'
import { makeTables, readyProofs } from './ready-proofs.ts'
import { DATA_KEY, type Stage, startServer } from './stage.ts'

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

type Dialect = { name: string; databaseUrl: (database: string) => Promise<string> }

/** Many wallets and many deliveries that wait, freshly loaded; nothing has gathered statistics since. */
export async function backlog(stage: Stage): Promise<Finding[]> {
  const dialects: Dialect[] = [
    { name: 'Postgres', databaseUrl: (database) => stage.postgres.createDatabase(database) },
    {
      name: 'SQLite',
      databaseUrl: (database) => Promise.resolve(`file:${join(stage.directory, `${database}.db`)}`),
    },
  ]
  const findings: Finding[] = []
  for (const dialect of dialects) findings.push(...(await compare(stage, dialect)))
  return findings
}

async function compare(stage: Stage, { name, databaseUrl }: Dialect): Promise<Finding[]> {
  const empty = await databaseUrl('without_backlog')
  await makeTables(empty)
  const without = await linkP50(stage, empty)
  const loaded = await databaseUrl('with_backlog')
  await makeTables(loaded)
  const startedAt = performance.now()
  await loadBacklog(loaded, { wallets: WALLETS, waiting: WAITING })
  stage.write(`${name}: loaded in ${round((performance.now() - startedAt) / 1_000)} s`)
  const choosing = await choiceMs(loaded)
  const withBacklog = await linkP50(stage, loaded)
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
async function linkP50(stage: Stage, databaseUrl: string): Promise<number> {
  const proofs = await readyProofs(databaseUrl, stage.getProofs(PROOFS))
  const receiver = await slowReceiver()
  const server = await startServer(stage, {
    DATABASE_URL: databaseUrl,
    WEBHOOK_URL: `http://127.0.0.1:${receiver.port}/events`,
    WEBHOOK_SIGNING_SECRET: receiver.secret,
    WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
  })
  await server.ready()
  const flow = startFlow({ url: server.url, proofs, workers: WORKERS, pauseMs: PAUSE_MS })
  await sleep(WARM_UP_MS)
  const from = performance.now()
  await sleep(MEASURED_MS)
  await flow.stop()
  await server.kill()
  await receiver.close()
  const times = flow.answers
    .filter(({ begunAt, isLinked }) => isLinked && begunAt >= from)
    .map(({ begunAt, endedAt }) => endedAt - begunAt)
  return median(times)
}

async function slowReceiver(): Promise<WebhookReceiver> {
  const receiver = await startWebhookReceiver()
  receiver.answers(() => (response) => {
    setTimeout(() => response.writeHead(204).end(), RECEIVER_MS)
  })
  return receiver
}

/** What it takes to choose one delivery and to lease it, in milliseconds. */
async function choiceMs(databaseUrl: string): Promise<number> {
  const store = await openStore({ databaseUrl, dataKey: DATA_KEY, delivers: true })
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
