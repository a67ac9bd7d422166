import { setTimeout as sleep } from 'node:timers/promises'
import { type Relay, startRelay } from '#tests/support/relay.ts'
import { startWebhookReceiver } from '#tests/support/webhook-receiver.ts'
import { type Flow, startFlow } from './flow.ts'
import { makeTables, readyProofs } from './ready-proofs.ts'
import type { ServerProcess } from './server-process.ts'
import { type Stage, startServer } from './stage.ts'

/** A server behind a way to the database of its own, and the members who link at it. */
export type Side = { server: ServerProcess; relay: Relay; flow: Flow; workers: number }

const WORKERS = 12
const PROOFS_EACH = 3_500
const PAUSE_MS = 50
/** How long the pair works before anything happens, in milliseconds. */
const WARM_UP_MS = 3_000

/** Two servers on one Postgres that deliver to one receiver, with members who link at both. */
export async function startPair(
  stage: Stage,
  database: string,
): Promise<{ databaseUrl: string; sides: [Side, Side] }> {
  const databaseUrl = await stage.postgres.createDatabase(database)
  await makeTables(databaseUrl)
  const proofs = await readyProofs(databaseUrl, stage.getProofs(2 * PROOFS_EACH))
  const receiver = await startWebhookReceiver()
  stage.after(() => receiver.close())

  const startSide = async (index: number): Promise<Side> => {
    const relay = await startRelay(databaseUrl)
    stage.after(() => relay.cut())
    const server = await startServer(stage, {
      DATABASE_URL: relay.url,
      WEBHOOK_URL: `http://127.0.0.1:${receiver.port}/events`,
      WEBHOOK_SIGNING_SECRET: receiver.secret,
      WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
    })
    await server.ready()
    const own = proofs.slice(index * PROOFS_EACH, (index + 1) * PROOFS_EACH)
    const { url } = server
    const flow = startFlow({ url, proofs: own, workers: WORKERS, pauseMs: PAUSE_MS })
    stage.after(() => flow.stop())
    return { server, relay, flow, workers: WORKERS }
  }

  const sides = await Promise.all([startSide(0), startSide(1)])
  await sleep(WARM_UP_MS)
  return { databaseUrl, sides }
}
