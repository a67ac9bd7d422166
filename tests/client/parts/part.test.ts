import { afterEach, describe, expect, test, vi } from 'vitest'
import { createPart, importPart } from '#client/parts/part.ts'
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

  test('of which the request fails only after the connection is back is loaded again without a tap', async () => {
    const comeBack = goOffline()
    const part = createPart(async () => (await fetch('/part.js')).text())
    part.load()
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

test('all who wait for a part get it, and it is fetched once', async () => {
  let fetches = 0
  const part = createPart(async () => {
    fetches += 1
    return 'the part'
  })
  part.load()
  expect(await Promise.all([part.arrive(), part.arrive()])).toEqual(['the part', 'the part'])
  expect(await part.arrive()).toBe('the part')
  expect(fetches).toBe(1)
})

test('who waits for a part that does not arrive learns why, and the next call fetches it again', async () => {
  const net = { isUp: false }
  const part = createPart(async () => {
    if (!net.isUp) throw new TypeError('no chunk')
    return 'the part'
  })
  await expect(part.arrive()).rejects.toMatchObject({ code: 'server-unreachable' })
  net.isUp = true
  expect(await part.arrive()).toBe('the part')
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
