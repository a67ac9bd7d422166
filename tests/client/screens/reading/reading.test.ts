import { describe, expect, test } from 'vitest'
import { ApiError } from '#client/api/api-error.ts'
import { createReading } from '#client/screens/reading/reading.ts'
import { createGate, type Gate } from '#tests/support/gate.ts'
import { until } from '#tests/support/until.ts'

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

test('what a change has led to stays when an answer from before it arrives', async () => {
  const { reading, asked } = createHeldReading()
  const reads = reading.refresh()
  reading.put('changed')
  asked[0]?.open('as before')
  await reads
  expect(reading.state.get()).toEqual({ status: 'shown', value: 'changed', problem: null })
})

describe('data of a screen', () => {
  test.each(['offline', 'server-unreachable'] as const)(
    'that failed with %s is read again without a tap when the connection is back',
    async (code) => {
      const net = { isUp: false }
      const reading = createReading(async () => {
        if (!net.isUp) throw new ApiError(code)
        return 'the data'
      })
      await reading.refresh()
      expect(reading.state.get()).toEqual({ status: 'failed', code })
      net.isUp = true
      window.dispatchEvent(new Event('online'))
      await until(() => expect(reading.state.get()).toMatchObject({ value: 'the data' }))
    },
  )

  test('that the server denies is not read again when the connection is back', async () => {
    let reads = 0
    const reading = createReading(() => {
      reads += 1
      return Promise.reject(new ApiError('not-found'))
    })
    await reading.refresh()
    window.dispatchEvent(new Event('online'))
    document.dispatchEvent(new Event('visibilitychange'))
    expect(reads).toBe(1)
  })

  test('that has arrived is not read again for an earlier failure', async () => {
    let reads = 0
    const reading = createReading(async () => {
      reads += 1
      if (reads === 1) throw new ApiError('offline')
      return 'the data'
    })
    await reading.refresh()
    await reading.refresh()
    window.dispatchEvent(new Event('online'))
    expect(reads).toBe(2)
  })
})
