import fc from 'fast-check'
import { expect, onTestFinished } from 'vitest'
import { type Counts, type OrderKind, ordersProperty } from './orders.ts'
import { openStage } from './world.ts'

const SEED = 41
/** The same work as 150 histories of 60 steps: a history has some 45. */
export const RUNS = 200

/** Requires that so many histories of one kind lead where the rules say, with a fixed seed. */
export async function search(
  kind: OrderKind,
  runs: number,
  makePostgres?: () => Promise<string>,
): Promise<void> {
  const stage = await openStage(makePostgres)
  onTestFinished(() => stage.close())
  const counts: Counts = { histories: 0, steps: 0, simulatedMs: 0 }
  await fc.assert(ordersProperty(stage, counts, { kinds: [kind] }), { numRuns: runs, seed: SEED })
  expect(counts.histories).toBe(runs)
  expect(counts.steps).toBeGreaterThan(runs * 20)
}
