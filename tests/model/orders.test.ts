import fc from 'fast-check'
import { expect, test } from 'vitest'
import { searchAll } from './all-orders.ts'
import { type Counts, ordersProperty } from './orders.ts'
import { openStage } from './world.ts'

const RUNS = 60

test('every order of events that the search finds leads where the rules say', async ({
  onTestFinished,
}) => {
  const stage = await openStage()
  onTestFinished(() => stage.close())
  const counts: Counts = { histories: 0, steps: 0, simulatedMs: 0 }
  await fc.assert(ordersProperty(stage, counts), { numRuns: RUNS, seed: 41 })
  expect(counts.histories).toBe(RUNS)
  expect(counts.steps).toBeGreaterThan(RUNS * 20)
}, 120_000)

test(
  'all orders of two accounts, two wallets and three attempts',
  { tags: ['full'] },
  async ({ onTestFinished }) => {
    const stage = await openStage()
    onTestFinished(() => stage.close())
    const { states } = await searchAll(stage, { withCrashes: false, report: () => undefined })
    expect(states).toBeGreaterThan(1_000)
  },
  3_600_000,
)
