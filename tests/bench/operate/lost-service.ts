import { setTimeout as sleep } from 'node:timers/promises'
import { after } from '../undoing.ts'
import { atMost, note } from './finding.ts'
import { startFlow } from './flow.ts'
import { makeTables, openBenchStore } from '../bench-store.ts'
import { getProofs, readyProofs } from '../ready-proofs.ts'
import { launchServer, type OperatePart, startReceiver, startServer } from './stage.ts'

const AWAY_MS = 8_000
/** The longest pause between two tries, in seconds. */
const LONGEST_PAUSE_S = 10
const OUT_MS = 12_000
const WORKERS = 4
const PAUSE_MS = 200
const PROOFS = 500
const TIMEOUT_MS = 120_000
/** The issue says seconds: the next try of what failed last comes within these. */
const AIM_S = 10

/** The server starts while its database does not run yet, as after a power cut. */
export const lateDatabase: OperatePart = async ({ postgres }) => {
  const databaseUrl = await postgres.createDatabase('late_database')
  await makeTables(databaseUrl)
  await postgres.goAway()
  const server = await launchServer({ DATABASE_URL: databaseUrl })
  await sleep(AWAY_MS)
  await postgres.comeBack()
  const readyS = (await server.ready()) / 1_000
  const fault = `start: ready after the database came up ${AWAY_MS / 1_000} s later`
  return [atMost(fault, readyS, { aim: LONGEST_PAUSE_S, unit: 's' })]
}

/** The receiver of events restarts while members link; nobody links when it is back. */
export const receiverOut: OperatePart = async ({ postgres }) => {
  const databaseUrl = await postgres.createDatabase('receiver_out')
  await makeTables(databaseUrl)
  const proofs = await readyProofs(databaseUrl, getProofs(PROOFS))
  const first = await startReceiver()
  const { url } = await startServer({ DATABASE_URL: databaseUrl, ...first.variables })
  const flow = startFlow({ url, proofs, workers: WORKERS, pauseMs: PAUSE_MS })
  await sleep(2_000)
  await first.close()
  await sleep(OUT_MS)
  await flow.stop()

  const store = await openBenchStore(databaseUrl)
  after(() => store.close())
  const waiting = async () => {
    const { counts } = await store.deliveryOverview()
    return counts.pending + counts.retrying
  }
  const missed = await waiting()
  const backAt = performance.now()
  await startReceiver({ secret: first.secret, port: first.port })
  while ((await waiting()) > 0) {
    if (performance.now() - backAt > TIMEOUT_MS) throw new Error('events still wait')
    await sleep(50)
  }
  const healedS = (performance.now() - backAt) / 1_000
  const out = `receiver out for ${OUT_MS / 1_000} s`
  return [
    note(`${out}: events that waited for it`, String(missed)),
    atMost(`${out}: all delivered after`, healedS, { aim: AIM_S, unit: 's' }),
  ]
}
