import { expect, test } from 'vitest'
import { createPoller } from '#server/process/poller.ts'
import { until } from '#tests/support/until.ts'

const NEVER_MS = 60_000

/** A poller whose rounds end when the test ends them. */
function heldPoller() {
  const ends: (() => void)[] = []
  const poller = createPoller(() => new Promise((resolve) => ends.push(() => resolve(NEVER_MS))))
  return {
    poller,
    ends,
    hasStarted: (rounds: number) => until(() => expect(ends).toHaveLength(rounds)),
  }
}

test('a kick ends the pause', async () => {
  let rounds = 0
  const poller = createPoller(() => {
    rounds += 1
    return Promise.resolve(NEVER_MS)
  })
  poller.start()
  await until(() => expect(rounds).toBe(1))
  poller.kick()
  await until(() => expect(rounds).toBe(2))
  await poller.stop()
})

test('a kick during a round counts, so that nothing which came meanwhile waits for the next poll', async () => {
  const { poller, ends, hasStarted } = heldPoller()
  poller.start()
  await hasStarted(1)
  poller.kick()
  ends[0]?.()
  await hasStarted(2)
  ends[1]?.()
  await poller.stop()
})

test('stop waits for the round under way, and none follows', async () => {
  const { poller, ends, hasStarted } = heldPoller()
  poller.start()
  await hasStarted(1)
  let isStopped = false
  const stopping = poller.stop().then(() => (isStopped = true))
  await Promise.resolve()
  expect(isStopped).toBe(false)
  ends[0]?.()
  await stopping
  expect(ends).toHaveLength(1)
})

test('what was stopped begins again with a start', async () => {
  const { poller, ends, hasStarted } = heldPoller()
  poller.start()
  await hasStarted(1)
  ends[0]?.()
  await poller.stop()
  poller.start()
  await hasStarted(2)
  ends[1]?.()
  await poller.stop()
  expect(ends).toHaveLength(2)
})
