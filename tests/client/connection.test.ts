import { afterEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#client/api/api-error.ts'
import { createPart, importPart } from '#client/parts/part.ts'
import { createReading } from '#client/screens/reading/reading.ts'
import { until } from '#tests/support/until.ts'

/** A device without a connection, until the returned function brings it back. */
function goOffline(): (network: () => Promise<Response>) => void {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  return (network) => {
    online.mockReturnValue(true)
    vi.stubGlobal('fetch', network)
    window.dispatchEvent(new Event('online'))
  }
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a part of the app', () => {
  test('that failed to load is loaded again without a tap when the connection is back', async () => {
    const comeBack = goOffline()
    const part = createPart(async () => (await fetch('/part.js')).text())
    part.load()
    await until(() => expect(part.state.get()).toEqual({ status: 'failed' }))
    comeBack(async () => new Response('the part'))
    await until(() => expect(part.state.get()).toEqual({ status: 'ready', value: 'the part' }))
  })

  test('that failed to load is loaded again when the member returns to the page', async () => {
    const net = { isUp: false }
    const part = createPart(() =>
      net.isUp ? Promise.resolve('the part') : Promise.reject(new TypeError('no chunk')),
    )
    part.load()
    await until(() => expect(part.state.get()).toEqual({ status: 'failed' }))
    net.isUp = true
    document.dispatchEvent(new Event('visibilitychange'))
    await until(() => expect(part.state.get()).toMatchObject({ status: 'ready' }))
  })
})

test.each([
  ['offline', false],
  ['server-unreachable', true],
] as const)('a part that a tap needs fails with %s', async (code, onLine) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine)
  await expect(importPart(() => Promise.reject(new TypeError('no chunk')))).rejects.toMatchObject({
    code,
  })
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
