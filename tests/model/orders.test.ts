import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabases } from '#tests/support/test-databases.ts'
import { searchAll } from './all-orders.ts'
import { RUNS, search } from './search.ts'
import { openStage } from './world.ts'

const FULL = { tags: ['full'], timeout: 3_600_000 }

test('every order of events that the search finds leads where the rules say', async () => {
  await search('members', RUNS)
}, 300_000)

test('every order leads where the rules say on Postgres, too', FULL, async () => {
  const databases = await openTestDatabases()
  onTestFinished(() => databases.close())
  for (const kind of ['members', 'owners'] as const)
    await search(kind, 20, () => databases.create())
})

test('all orders of two accounts, two wallets and three attempts end well', FULL, async () => {
  const stage = await openStage()
  onTestFinished(() => stage.close())
  const { states } = await searchAll(stage, { withCrashes: false, report: () => undefined })
  expect(states).toBeGreaterThan(1_000)
})
