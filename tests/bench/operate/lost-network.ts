import { setTimeout as sleep } from 'node:timers/promises'
import { idleTransactions } from '#tests/support/idle-transactions.ts'
import { type TestRelay, startRelay } from '#tests/support/relay.ts'
import type { BuiltServer } from '../start-built.ts'
import { after } from '../undoing.ts'
import { atMost, note } from './finding.ts'
import { type Flow, healedAfter, startFlow, untilHealed } from './flow.ts'
import { watchReadiness } from './readiness.ts'
import { makeTables } from '../bench-store.ts'
import { getProofs, readyProofs } from '../ready-proofs.ts'
import { type OperatePart, type OperateStage, startReceiver, startServer } from './stage.ts'

/** A server behind a way to the database of its own, and the members who link at it. */
type Side = { server: BuiltServer; relay: TestRelay; flow: Flow; workers: number }

const WORKERS = 12
const PROOFS_EACH = 3_500
const PAUSE_MS = 50
/** How long the pair works before anything happens, in milliseconds. */
const WARM_UP_MS = 3_000
/** When a balancer sends the members of a machine that says nothing to another one, in milliseconds. */
const FAIL_OVER_MS = 1_000

/** Two servers on one Postgres that deliver to one receiver, with members who link at both. */
async function startPair(
  { postgres }: OperateStage,
  database: string,
): Promise<{ databaseUrl: string; sides: [Side, Side] }> {
  const databaseUrl = await postgres.createDatabase(database)
  await makeTables(databaseUrl)
  const proofs = await readyProofs(databaseUrl, getProofs(2 * PROOFS_EACH))
  const receiver = await startReceiver()

  const startSide = async (index: number): Promise<Side> => {
    const relay = await startRelay(databaseUrl)
    after(() => relay.cut())
    const server = await startServer({ DATABASE_URL: relay.url, ...receiver.variables })
    const own = proofs.slice(index * PROOFS_EACH, (index + 1) * PROOFS_EACH)
    const { url } = server
    const flow = startFlow({ url, proofs: own, workers: WORKERS, pauseMs: PAUSE_MS })
    after(() => flow.stop())
    return { server, relay, flow, workers: WORKERS }
  }

  const sides = await Promise.all([startSide(0), startSide(1)])
  await sleep(WARM_UP_MS)
  return { databaseUrl, sides }
}

const healedS = ({ flow }: Side, faultAt: number) => healedAfter(flow.answers, faultAt) / 1_000

/** One of two processes vanishes in the middle of transactions, and none of its sockets is closed. */
export const lostMachine: OperatePart = async (stage) => {
  const { databaseUrl, sides } = await startPair(stage, 'lost_machine')
  const [lost, other] = sides
  const readiness = watchReadiness(other.server.url)
  const faultAt = performance.now()
  lost.server.freeze()
  lost.relay.silence()
  await sleep(FAIL_OVER_MS)
  const held = await idleTransactions(databaseUrl)
  lost.flow.failOver(other.server.url)
  await Promise.all([untilHealed(other, faultAt), untilHealed(lost, faultAt)])
  const { statuses, longestMs } = await readiness.since(faultAt)
  const within = { aim: 10, unit: 's' }
  const answered = { aim: 2, unit: 's' }
  return [
    note('lost machine: transactions that it left open', String(held)),
    atMost(
      'lost machine: its members link at the other process after',
      healedS(lost, faultAt),
      within,
    ),
    atMost("lost machine: the other's own members link after", healedS(other, faultAt), within),
    atMost("lost machine: the other's `/readyz` answers within", longestMs / 1_000, answered),
    note("lost machine: the other's `/readyz` said", statuses),
  ]
}

/** The network forgets every open connection of both processes; new ones work. */
export const silentNetwork: OperatePart = async (stage) => {
  const { sides } = await startPair(stage, 'silent_network')
  const watched = sides.map(({ server }) => watchReadiness(server.url))
  const faultAt = performance.now()
  for (const { relay } of sides) relay.silence()
  // The answers of a silent connection are given up after 10 s.
  await Promise.all(sides.map((side) => untilHealed(side, faultAt, { quietMs: 5_000 })))
  const looks = await Promise.all(watched.map((readiness) => readiness.since(faultAt)))
  const healed = Math.max(...sides.map((side) => healedS(side, faultAt)))
  const longestMs = Math.max(...looks.map((look) => look.longestMs))
  return [
    atMost('silent network: both processes link after', healed, { aim: 15, unit: 's' }),
    atMost('silent network: `/readyz` answers within', longestMs / 1_000, { aim: 2, unit: 's' }),
    ...looks.map(({ statuses }) => note('silent network: `/readyz` said', statuses)),
  ]
}
