import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabases } from '#tests/support/test-databases.ts'
import { searchAll } from './all-orders.ts'
import { type Counts, ordersProperty } from './orders.ts'
import { openStage } from './world.ts'

const SEED = 41
const FULL = { tags: ['full'], timeout: 3_600_000 }

test('every order of events that the search finds leads where the rules say', async () => {
  await search(40)
}, 300_000)

test('the same on Postgres', FULL, async () => {
  const databases = await openTestDatabases()
  onTestFinished(() => databases.close())
  await search(40, () => databases.create())
})

test('all orders of two accounts, two wallets and three attempts', FULL, async () => {
  const stage = await openStage()
  onTestFinished(() => stage.close())
  const { states } = await searchAll(stage, { withCrashes: false, report: () => undefined })
  expect(states).toBeGreaterThan(1_000)
})

async function search(runs: number, makePostgres?: () => Promise<string>): Promise<void> {
  const stage = await openStage(makePostgres)
  onTestFinished(() => stage.close())
  const counts: Counts = { histories: 0, steps: 0, simulatedMs: 0 }
  await fc.assert(ordersProperty(stage, counts), { numRuns: runs, seed: SEED })
  expect(counts.histories).toBe(runs)
  expect(counts.steps).toBeGreaterThan(runs * 20)
}
