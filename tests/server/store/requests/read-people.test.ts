import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  MINUTE,
  newRequest,
  NOON,
  sampleMember,
  sampleHolder,
} from '#tests/support/store-samples.ts'
import { describeStore } from '#tests/support/store-suite.ts'

const ANSWERS = 201

describeStore('everybody who answered', (stage) => {
  test('attack: everybody who answered is read to the end, each once, while others get their turn', async () => {
    const { store } = stage
    const maker = await sampleMember(store)
    const request = { now: NOON, expiresAt: NOON + MINUTE }
    const { code } = await store.createRequest(newRequest({ userId: maker.id }, request))
    for (let count = 0; count < ANSWERS; count += 1) {
      const { userId, walletId } = await sampleHolder(store)
      await store.answerRequest({ code, userId, walletId }, NOON + Math.floor(count / 7))
    }
    let turns = 0
    const reading = new AbortController()
    const others = (async () => {
      while (!reading.signal.aborted) {
        await setImmediate()
        turns += 1
      }
    })()
    const people = new Set<string>()
    for await (const { user } of store.readPeople(code)) people.add(user.id)
    reading.abort()
    await others
    expect(people.size).toBe(ANSWERS)
    expect(turns).toBeGreaterThanOrEqual(2)
  })
})
