import { atMost, type Finding, note } from './finding.ts'
import { healedAfter, untilHealed } from './flow.ts'
import { watchReadiness } from './readiness.ts'
import type { Stage } from './stage.ts'
import { type Side, startPair } from './start-pair.ts'

/** The network forgets every open connection of both processes; new ones work. */
export async function silentNetwork(stage: Stage): Promise<Finding[]> {
  const { sides } = await startPair(stage, 'silent_network')
  const watched = sides.map(({ server }) => watchReadiness(server.url))
  const faultAt = performance.now()
  for (const { relay } of sides) relay.silence()
  // The answers of a silent connection are given up after 10 s.
  await Promise.all(sides.map((side) => untilHealed(side, faultAt, { quietMs: 5_000 })))
  const looks = await Promise.all(watched.map((readiness) => readiness.since(faultAt)))
  const healed = ({ flow }: Side) => healedAfter(flow.answers, faultAt) / 1_000
  return [
    atMost('silent network: both processes link after', Math.max(...sides.map(healed)), {
      aim: 15,
      unit: 's',
    }),
    atMost(
      'silent network: `/readyz` answers within',
      Math.max(...looks.map(({ longestMs }) => longestMs)) / 1_000,
      { aim: 2, unit: 's' },
    ),
    ...looks.map(({ statuses }) => note('silent network: `/readyz` said', statuses)),
  ]
}
