import { setTimeout as sleep } from 'node:timers/promises'
import { idleTransactions } from '#tests/support/idle-transactions.ts'
import { atMost, type Finding, note } from './finding.ts'
import { healedAfter, untilHealed } from './flow.ts'
import { watchReadiness } from './readiness.ts'
import type { Stage } from './stage.ts'
import { startPair } from './start-pair.ts'

/** When a balancer sends the members of a machine that says nothing to another one, in milliseconds. */
const FAIL_OVER_MS = 1_000

/** One of two processes vanishes in the middle of transactions, and none of its sockets is closed. */
export async function lostMachine(stage: Stage): Promise<Finding[]> {
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
  const healed = ({ flow }: typeof lost) => healedAfter(flow.answers, faultAt) / 1_000
  return [
    note('lost machine: transactions that it left open', String(held)),
    atMost('lost machine: its members link at the other process after', healed(lost), within),
    atMost("lost machine: the other's own members link after", healed(other), within),
    atMost("lost machine: the other's `/readyz` answers within", longestMs / 1_000, {
      aim: 2,
      unit: 's',
    }),
    note("lost machine: the other's `/readyz` said", statuses),
  ]
}
