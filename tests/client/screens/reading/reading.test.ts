import { describe, expect, test } from 'vitest'
import { ApiError } from '#client/api/api-error.ts'
import { createReading } from '#client/screens/reading/reading.ts'
import { createGate, type Gate } from '#tests/support/gate.ts'

/** A reading whose answers come when the test opens them, and the calls that it made. */
function createHeldReading() {
  const asked: Gate<string>[] = []
  const ask = () => {
    const gate = createGate<string>()
    asked.push(gate)
    return gate.passed
  }
  return { reading: createReading(ask), asked }
}

describe('a reading', () => {
  test('sends one call at a time', async () => {
    const { reading, asked } = createHeldReading()
    const all = [reading.refresh(), reading.renew(), reading.refresh()]
    asked[0]?.open('the truth')
    await Promise.all(all)
    expect(asked).toHaveLength(1)
    expect(reading.state.get()).toMatchObject({ status: 'shown', value: 'the truth' })
  })

  test('sends another call after a change, whatever is pending', async () => {
    const { reading, asked } = createHeldReading()
    const before = reading.renew()
    const after = reading.catchUp()
    asked[0]?.open('before the change')
    await before
    await expect.poll(() => asked.length).toBe(2)
    asked[1]?.open('after it')
    await after
    expect(reading.state.get()).toMatchObject({ value: 'after it' })
  })

  test.each([
    ['maintenance', false],
    ['not-found', true],
  ] as const)('a reading with the problem %s is finished: %s', async (code, isDone) => {
    const reading = createReading(() => Promise.reject(new ApiError(code)))
    expect(await reading.renew()).toBe(isDone)
    expect(reading.state.get()).toEqual({ status: 'failed', code })
  })

  test('shows that it waits again after a failure only for a manual refresh, and not for an automatic one', async () => {
    const reading = createReading(() => Promise.reject(new ApiError('maintenance')))
    await reading.refresh()
    const seen: string[] = []
    reading.state.listen(({ status }) => void seen.push(status))
    await reading.renew()
    expect(seen).toEqual(['failed'])
    await reading.refresh()
    expect(seen).toEqual(['failed', 'loading', 'failed'])
  })
})
