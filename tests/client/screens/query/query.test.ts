import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ApiError } from '#client/api/api-error.ts'
import { createQuery } from '#client/screens/query/query.ts'
import { createGate, type Gate } from '#tests/support/gate.ts'
import { until } from '#tests/support/until.ts'

/** A query whose answers come when the test opens them, and the calls that it made. */
function createHeldQuery() {
  const asked: Gate<string>[] = []
  const ask = () => {
    const gate = createGate<string>()
    asked.push(gate)
    return gate.passed
  }
  return { query: createQuery(ask), asked }
}

describe('a query', () => {
  test('sends one call at a time', async () => {
    const { query, asked } = createHeldQuery()
    const all = [query.refresh(), query.renew(), query.refresh()]
    asked[0]?.open('the truth')
    await Promise.all(all)
    expect(asked).toHaveLength(1)
    expect(query.state.get()).toMatchObject({ status: 'shown', value: 'the truth' })
  })

  test('sends another call after a change, whatever is pending', async () => {
    const { query, asked } = createHeldQuery()
    const before = query.renew()
    const after = query.catchUp()
    asked[0]?.open('before the change')
    await before
    await expect.poll(() => asked.length).toBe(2)
    asked[1]?.open('after it')
    await after
    expect(query.state.get()).toMatchObject({ value: 'after it' })
  })

  test.each([
    ['maintenance', false],
    ['not-found', true],
  ] as const)('a query with the problem %s is finished: %s', async (code, isDone) => {
    const query = createQuery(() => Promise.reject(new ApiError(code)))
    expect(await query.renew()).toBe(isDone)
    expect(query.state.get()).toEqual({ status: 'failed', code })
  })

  test('shows that it waits again after a failure only for a manual refresh, and not for an automatic one', async () => {
    const query = createQuery(() => Promise.reject(new ApiError('maintenance')))
    await query.refresh()
    const seen: string[] = []
    query.state.listen(({ status }) => void seen.push(status))
    await query.renew()
    expect(seen).toEqual(['failed'])
    await query.refresh()
    expect(seen).toEqual(['failed', 'loading', 'failed'])
  })
})

test('what a change has led to stays when an answer from before it arrives', async () => {
  const { query, asked } = createHeldQuery()
  const refreshed = query.refresh()
  query.put('changed')
  asked[0]?.open('as before')
  await refreshed
  expect(query.state.get()).toEqual({ status: 'shown', value: 'changed', problem: null })
})

describe('data of a screen', () => {
  test.each(['offline', 'server-unreachable'] as const)(
    'that failed with %s is read again without a tap when the connection is back',
    async (code) => {
      const net = { isUp: false }
      const query = createQuery(async () => {
        if (!net.isUp) throw new ApiError(code)
        return 'the data'
      })
      await query.refresh()
      expect(query.state.get()).toEqual({ status: 'failed', code })
      net.isUp = true
      window.dispatchEvent(new Event('online'))
      await until(() => expect(query.state.get()).toMatchObject({ value: 'the data' }))
    },
  )

  test('of which the request fails only after the connection is back is read again without a tap', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => online.mockRestore())
    const results = [Promise.reject(new ApiError('server-unreachable')), Promise.resolve('read')]
    const query = createQuery(async () => results.shift())
    const refreshed = query.refresh()
    online.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    await refreshed
    expect(query.state.get()).toMatchObject({ value: 'read' })
  })

  test('that the server denies is not read again when the connection is back', async () => {
    let refreshed = 0
    const query = createQuery(() => {
      refreshed += 1
      return Promise.reject(new ApiError('not-found'))
    })
    await query.refresh()
    window.dispatchEvent(new Event('online'))
    document.dispatchEvent(new Event('visibilitychange'))
    expect(refreshed).toBe(1)
  })

  test('that has arrived is not read again for an earlier failure', async () => {
    let refreshed = 0
    const query = createQuery(async () => {
      refreshed += 1
      if (refreshed === 1) throw new ApiError('offline')
      return 'the data'
    })
    await query.refresh()
    await query.refresh()
    window.dispatchEvent(new Event('online'))
    expect(refreshed).toBe(2)
  })
})
