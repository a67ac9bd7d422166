import { beforeEach, expect, test } from 'vitest'
import { MINUTE, NOON, sampleChat, sampleHolder } from '#tests/support/store-samples.ts'
import { newRequest } from '#tests/support/store-samples.ts'
import type { Store } from '#server/store/store.ts'
import { describeStore } from '#tests/support/store-suite.ts'

const HOUR = 60 * MINUTE
/** By the clock that was an hour ahead. */
const AHEAD = NOON + HOUR
const BACK = NOON
const URL = 'https://receiver.example.com/'

describeStore('a clock that is set back by an hour', (stage) => {
  let store: Store
  beforeEach(() => void (store = stage.store))

  const lease = async (now: number) => ({
    receipts: await store.leaseReceipts(now, now + MINUTE, 9),
    deliveries: await store.leaseDeliveries(now, now + MINUTE, 9),
    posts: await store.leasePosts(now, now + MINUTE, 9),
  })
  const NONE = { receipts: [], deliveries: [], posts: [] }

  async function schedule() {
    const { userId } = await sampleHolder(store)
    const chat = await sampleChat(store)
    const message = { language: 'en', threadId: null } as const
    await store.createRequest(newRequest({ userId }, { chat, message, expiresAt: AHEAD + HOUR }))
    return lease(AHEAD)
  }

  test('receipts, deliveries and messages are tried again as soon as before, and no lease ends early', async () => {
    const leased = await schedule()
    expect(leased).toMatchObject({ receipts: [{}], deliveries: [{}], posts: [{}] })
    const [receipt] = leased.receipts
    await store.retryReceipt(receipt?.event.sequence ?? 0, { at: AHEAD + 5_000, notified: null })
    await store.setTimesBack(HOUR, BACK)
    expect(await lease(BACK + 4_999)).toEqual(NONE)
    expect(await lease(BACK + 5_000)).toMatchObject({ ...NONE, receipts: [{}] })
    expect(await lease(BACK + MINUTE)).toMatchObject({ deliveries: [{}], posts: [{}] })
  })

  test('rate limits go on as before the clock was set back', async () => {
    const slow = { perSecond: 1 / 60, burst: 60 }
    for (let taken = 0; taken < 60; taken += 1) await store.consume('key:a', slow, AHEAD)
    await store.setTimesBack(HOUR, BACK)
    expect(await store.consume('key:a', slow, BACK)).toEqual({
      taken: false,
      retryAfterMs: MINUTE,
    })
    expect(await store.consume('key:a', slow, BACK + MINUTE)).toEqual({ taken: true })
  })

  test('a pause of the receiver ends when it should', async () => {
    await store.pauseWebhook(URL, AHEAD + MINUTE)
    await store.setTimesBack(HOUR, BACK)
    expect(await store.webhookPausedUntil(URL, BACK)).toBe(BACK + MINUTE)
  })

  test('of several processes that notice a clock set back, one moves the stored times, and each moves its own counts', async () => {
    await schedule()
    const other = await stage.openAnother()
    for (const process of [store, other, store]) await process.setTimesBack(HOUR, BACK)
    expect(await lease(BACK + MINUTE - 1)).toEqual(NONE)
    expect(await lease(BACK + MINUTE)).toMatchObject({
      receipts: [{}],
      deliveries: [{}],
      posts: [{}],
    })
  })

  test('a clock that is set back again, long after or before, moves the times again', async () => {
    await store.setTimesBack(HOUR, BACK)
    for (const now of [BACK - 2 * HOUR, BACK + 2 * HOUR]) {
      await store.pauseWebhook(URL, now + HOUR + MINUTE)
      await store.setTimesBack(HOUR, now)
      expect(await store.webhookPausedUntil(URL, now)).toBe(now + MINUTE)
    }
  })
})
