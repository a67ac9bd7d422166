import { expect, test } from 'vitest'
import { createMemoryRateLimits } from '#server/store/database/rate-limits.ts'
import type { Store } from '#server/store/store.ts'
import { MINUTE, NOON, atOnce } from '#tests/support/store-samples.ts'
import { describeBothStores } from '#tests/support/store-suite.ts'

const RATE = { perSecond: 10, burst: 5 }
const DAY = 24 * 60 * MINUTE

describeBothStores('rate limits', (stage) => {
  test('a burst is taken immediately, then one request a tenth of a second', async () => {
    expect(await consumeMany(stage.store, 10, NOON)).toBe(5)
    expect(await stage.store.consume('key:a', RATE, NOON)).toEqual({
      taken: false,
      retryAfterMs: 100,
    })
    expect(await consumeMany(stage.store, 10, NOON + 99)).toBe(0)
    expect(await consumeMany(stage.store, 10, NOON + 100)).toBe(1)
    expect(await consumeMany(stage.store, 10, NOON + 400)).toBe(3)
  })

  test('refused requests cost nothing, and idleness saves up no more than a burst', async () => {
    await consumeMany(stage.store, 100, NOON)
    expect(await consumeMany(stage.store, 10, NOON + 500)).toBe(5)
    expect(await consumeMany(stage.store, 10, NOON + DAY)).toBe(5)
  })

  test('50 concurrent requests take exactly the burst', async () => {
    const answers = await atOnce(50, () => stage.store.consume('key:a', RATE, NOON))
    expect(answers.filter(({ taken }) => taken)).toHaveLength(5)
  })

  test('how long to wait is shown without taking anything', async () => {
    for (let index = 0; index < 10; index += 1)
      expect(await stage.store.retryAfter('key:a', RATE, NOON)).toBe(0)
    await consumeMany(stage.store, 5, NOON)
    expect(await stage.store.retryAfter('key:a', RATE, NOON)).toBe(100)
    expect(await stage.store.retryAfter('key:b', RATE, NOON)).toBe(0)
    expect(await consumeMany(stage.store, 10, NOON + 100)).toBe(1)
    expect(await stage.store.retryAfter('key:a', RATE, NOON + 199)).toBe(1)
    expect(await stage.store.retryAfter('key:a', RATE, NOON + 200)).toBe(0)
  })

  test('one subject does not affect another', async () => {
    await consumeMany(stage.store, 10, NOON)
    expect(await stage.store.consume('key:b', RATE, NOON)).toEqual({ taken: true })
  })

  test('a clock that is set back by a day locks out for no longer than one interval', async () => {
    await consumeMany(stage.store, 10, NOON + DAY)
    const refused = await stage.store.consume('key:a', RATE, NOON)
    expect(refused).toEqual({ taken: false, retryAfterMs: 100 })
    expect(await consumeMany(stage.store, 10, NOON + 100)).toBe(1)
  })

  test('requests that come with an older time than others before them earn nothing', async () => {
    await consumeMany(stage.store, 10, NOON + 300)
    expect(await consumeMany(stage.store, 10, NOON)).toBe(0)
    expect(await consumeMany(stage.store, 10, NOON + 300)).toBe(0)
  })

  test('a rate that is lowered holds immediately', async () => {
    await consumeMany(stage.store, 5, NOON)
    const slow = { perSecond: 1, burst: 1 }
    expect(await stage.store.consume('key:a', slow, NOON)).toMatchObject({ taken: false })
  })
})

test('limits in memory prune a map that has grown, and forget no subject that still has to wait', async () => {
  const limits = createMemoryRateLimits()
  const slow = { perSecond: 0.001, burst: 1 }
  await limits.consume('key:slow', slow, NOON)
  for (let index = 0; index < 30_000; index += 1) {
    await limits.consume(`key:${index}`, RATE, NOON + index)
  }
  expect(await limits.consume('key:slow', slow, NOON + 30_000)).toMatchObject({ taken: false })
})

async function consumeMany(store: Store, count: number, now: number): Promise<number> {
  let taken = 0
  for (let index = 0; index < count; index += 1) {
    const answer = await store.consume('key:a', RATE, now)
    if (answer.taken) taken += 1
  }
  return taken
}
